struct Settings {
    width: Option<u32>,
    title: Option<String>,
}

fn area(settings: &Settings) -> Option<u32> {
    let width = settings.width?;
    let length = settings.title.as_ref()?.len() as u32;
    width.checked_mul(length)
}

fn describe(settings: &Settings) -> String {
    let Some(title) = &settings.title else {
        return "untitled".to_string();
    };
    if let (Some(width), true) = (settings.width, title.len() > 2) {
        return format!("{title} {width}");
    }
    title.to_uppercase()
}

fn main() {
    let all = [
        Settings { width: Some(4), title: Some("page".to_string()) },
        Settings { width: None, title: Some("x".to_string()) },
        Settings { width: Some(1), title: None },
    ];
    for settings in &all {
        println!("{} {:?}", describe(settings), area(settings));
    }
    let first = all.iter().find_map(|settings| settings.width.filter(|width| *width < 3));
    println!("{first:?} {}", first.map_or(0, |width| width + 1));
}
