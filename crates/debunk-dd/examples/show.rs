fn main() {
    for text in std::env::args().skip(1) {
        let mut parser = tree_sitter::Parser::new();
        let (lang, text) = text.split_once(':').unwrap();
        let l: tree_sitter::Language = match lang {
            "h" => tree_sitter_html::LANGUAGE.into(),
            "c" => tree_sitter_c::LANGUAGE.into(),
            _ => tree_sitter_javascript::LANGUAGE.into(),
        };
        parser.set_language(&l).unwrap();
        let t = parser.parse(text, None).unwrap();
        println!("{text}: {}", t.root_node().to_sexp());
    }
}
