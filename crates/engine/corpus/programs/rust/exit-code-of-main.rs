use std::process::ExitCode;

fn failures(results: &[Result<u8, &str>]) -> u8 {
    let mut count = 0;
    for (index, result) in results.iter().enumerate() {
        if let Err(reason) = result {
            println!("check {index}: {reason}");
            count += 1;
        }
    }
    count
}

fn main() -> ExitCode {
    let results = [Ok(1), Err("too small"), Ok(2), Err("too large")];
    let count = failures(&results);
    if count == 0 {
        return ExitCode::SUCCESS;
    }
    println!("{count} failures");
    ExitCode::from(10 + count)
}
