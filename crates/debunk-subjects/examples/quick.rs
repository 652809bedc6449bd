//! x
use debunk_subjects::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n: usize = args[1].parse().unwrap();
    let only: Option<usize> = args.get(2).and_then(|a| a.parse().ok()).filter(|n| *n > 0);
    let verbose = args.get(3).is_some();
    let subjects: Vec<Subject> =
        subjects().into_iter().filter(|s| only.is_none_or(|o| o == s.number)).collect();
    let setting = Setting {
        per_subject: n,
        jobs: 2,
        tests: std::env::var("TESTS").ok().and_then(|t| t.parse().ok()).unwrap_or(5000),
        ..Setting::default()
    };
    let e = evaluate(&subjects, &setting, &Default::default(), &mut |_, _| {});
    if verbose {
        for m in &e.measures {
            println!(
                "{:?} {} line {} [{}] -> [{}] crit {} d {:?} located {}/{} {:.2}s",
                m.conclusion,
                m.operator,
                m.line,
                m.before,
                m.after,
                m.critical,
                m.distances
                    .iter()
                    .map(|d| (d.between, d.all_between, d.is_inside))
                    .collect::<Vec<_>>(),
                m.located,
                m.searches,
                m.seconds
            );
        }
    }
    for s in &subjects {
        let x = summarise(e.measures.iter().filter(|m| m.subject == s.number));
        println!(
            "{:2} {:22} mut {:4} killed {:4} success {:5.1}% dist {:5.2} all {:5.2} exact {:5.1}% inside {:5.1}% top3 {:5.1}% {:.3}s",
            s.number,
            s.name,
            x.mutants,
            x.killed,
            100. * x.success(),
            x.distance,
            x.distance_all,
            100. * x.exact_share(),
            100. * x.inside_share(),
            100. * x.three_share(),
            x.seconds
        );
    }
    let x = summarise(e.measures.iter());
    println!(
        "all mut {:4} killed {:4} success {:5.1}% dist {:5.2} all {:5.2} exact {:5.1}% inside {:5.1}% top3 {:5.1}% {:.3}s total {:.1}s",
        x.mutants,
        x.killed,
        100. * x.success(),
        x.distance,
        x.distance_all,
        100. * x.exact_share(),
        100. * x.inside_share(),
        100. * x.three_share(),
        x.seconds,
        e.seconds
    );
}
