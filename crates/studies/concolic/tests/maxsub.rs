//! The example with which the method was published.

use debunk_concolic::{Conclusion, FlipResult, LocalizeOptions, Sources, localize};
use serde_json::json;

const MAXSUB: &str = "export function P(A) {
  let ans = 0, cnt = 0;
  for (let i = 0; i < A.length; i++) {
    cnt += A[i];
    if (cnt > ans) ans = cnt;
    if (cnt < 0) { /* cnt = 0 is missing */ }
  }
  return ans;
}
export const relations = { reverse: { T: A => [A.toReversed()], M: (a, b) => a === b } };
";

#[test]
fn the_missing_reset_is_located_with_the_published_inputs() {
    let sources = Sources::single("maxsub.js", MAXSUB);
    let options = LocalizeOptions {
        input: Some(json!([4, -2, 1])),
        reduce: false,
        ..LocalizeOptions::default()
    };
    let result = localize(&sources, &options, &mut |_| {}).expect("runs");
    assert_eq!(result.conclusion, Conclusion::Located);
    let critical = result.searches[0].critical().expect("located");
    assert_eq!(result.sites[critical.site].place.span.of(MAXSUB), "cnt < 0");
    let results: Vec<&FlipResult> =
        result.searches[0].attempts.iter().map(|it| &it.turned).collect();
    assert_eq!(
        results,
        [
            &FlipResult::Unsatisfiable,
            &FlipResult::Fails(json!([2, -2, 1])),
            &FlipResult::Unsatisfiable,
            &FlipResult::Passes(json!([2, -1, 1])),
        ]
    );
}
