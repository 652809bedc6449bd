//! Programs whose variables hold others, one for each language, and short ways to ask what they hold.
//!
//! All of them stop where `doubled` has its value, in the function `look`, which was called with 3 by
//! the function with the containers.

use crate::sessions::{act, line, line_with};
use debunk_model::{
    Action, Completion, Evaluation, EvaluationContext, Expansion, FrameOrder, Language, Location,
    Observation, Program, Value, VariableView,
};
use debunk_session::{Driver, Session};

const C: &str = r#"#include <stdio.h>
#include <stddef.h>
enum color { RED, GREEN };
union number { int whole; unsigned char bytes[4]; };
struct node { int value; struct node *next; };
struct box {
    int grid[2][3];
    char name[4];
    enum color color;
    union number number;
    unsigned low : 3;
    unsigned high : 5;
    struct node *list;
    struct { int inner; };
    void (*action)(int);
    const char *word;
};
static void act(int number) { (void)number; }
static int look(int amount) {
    int doubled = amount * 2;
    return doubled + 1;
}
int main(void) {
    struct node second = {2, NULL};
    struct node first = {1, &second};
    struct box box = {{{1, 2, 3}, {4, 5, 6}}, "ab", GREEN, {65}, 5, 17, &first, {9}, act, "hey"};
    int many[80];
    for (int index = 0; index < 80; index++) { many[index] = index; }
    int sum = look(3);
    printf("%d %d\n", sum + many[1], box.grid[0][0]);
    return 0;
}
"#;

const PYTHON: &str = "\
from collections import OrderedDict, deque, namedtuple
from dataclasses import dataclass


@dataclass
class Point:
    x: int
    tags: list


class Slotted:
    __slots__ = ('near', '_far', 'unset')

    def __init__(self):
        self.near = 1
        self._far = [2]


class Loud:
    def __init__(self):
        self.own = 1
        self._inner = 2

    def __eq__(self, other):
        print('compared')

    def __hash__(self):
        return 1

    def method(self):
        pass


def look(amount):
    doubled = amount * 2
    return doubled + 1


def main():
    nested = {'a': [1, (2, 3)], 2: {4}, (1, 2): None}
    point = Point(1, ['x'])
    slotted = Slotted()
    loud = Loud()
    keyed = {loud: 1}
    queue = deque([1, [2]])
    cycle = [1]
    cycle.append(cycle)
    frozen = frozenset([7, 1])
    functions = [1, look, Point, len]
    ordered = OrderedDict([('b', 1), ('a', 2)])
    ordered.move_to_end('b')
    pair = namedtuple('Pair', 'left right')(1, 2)
    many = list(range(120))
    large = {number: number for number in range(600)}
    empty = []
    text = 'hi'
    total = look(3)
    return total


print(main())
";

const GO: &str = r#"package main

import "fmt"

type Point struct {
	X    int
	Tags []string
	Next *Point
}

func look(amount int) int {
	doubled := amount * 2
	total := doubled + 1
	return total
}

func main() {
	counts := map[string]int{"a": 1}
	point := &Point{1, []string{"x", "y"}, nil}
	point.Next = point
	var any interface{} = Point{X: 2}
	var none interface{}
	many := make([]int, 80)
	grid := [2][2]int{{1, 2}, {3, 4}}
	bytes := []byte{104, 105}
	sum := look(3)
	fmt.Println(sum, counts, point.X, any, none, many, grid, bytes)
}
"#;

/// The program in a language.
///
/// # Panics
/// If there is none.
pub fn program(language: Language) -> Program {
    let text = match language {
        Language::C => C,
        Language::Python => PYTHON,
        Language::Go => GO,
        other => panic!("no program in {other:?}"),
    };
    Program::script("containers", language, text)
}

/// A session of the program that is paused in `look`.
///
/// # Panics
/// If it does not pause there.
#[track_caller]
pub fn paused<'driver>(driver: &'driver mut dyn Driver, program: &Program) -> Session<'driver> {
    let mut session = Session::open(driver, program).expect("opens");
    let at = Location::new(line_with(program, "doubled + 1"), 0);
    act(&mut session, Action::add_breakpoint(at));
    assert_eq!(line(&act(&mut session, Action::Start)), at.line);
    session
}

/// A variable of the function with the containers, 50 children wide.
pub fn expansion(name: &str, depth: u32) -> Expansion {
    Expansion { name: name.to_owned(), frame: 1, depth, width: 50, page: 0, depth_first: false }
}

/// What a variable holds.
///
/// # Panics
/// If the debugger does not say.
#[track_caller]
pub fn expanded(session: &mut Session<'_>, expansion: Expansion) -> Value {
    match act(session, Action::Expand(expansion)) {
        Observation::Expanded { value } => value,
        other => panic!("{other}"),
    }
}

/// Checks what variables of the function with the containers hold, each given with its depth.
///
/// # Panics
/// If one holds something else.
#[track_caller]
pub fn check_contents(session: &mut Session<'_>, expected: &[(&str, u32, &str)]) {
    let actual: Vec<(&str, u32, String)> = expected
        .iter()
        .map(|(name, depth, _)| {
            (*name, *depth, expanded(session, expansion(name, *depth)).to_string())
        })
        .collect();
    let actual: Vec<(&str, u32, &str)> =
        actual.iter().map(|(name, depth, text)| (*name, *depth, text.as_str())).collect();
    assert_eq!(actual, expected);
}

/// What an expression is in a frame, for each of some purposes.
#[track_caller]
pub fn evaluated(
    session: &mut Session<'_>,
    expression: &str,
    frame: u32,
    contexts: &[EvaluationContext],
) -> Vec<String> {
    let evaluate = |context: &EvaluationContext| {
        let (expression, context) = (expression.to_owned(), *context);
        match act(session, Action::Evaluate(Evaluation { expression, frame, context })) {
            Observation::Evaluated { value } => value,
            other => other.to_string(),
        }
    };
    contexts.iter().map(evaluate).collect()
}

/// What a text can be completed with in a frame.
///
/// # Panics
/// If the debugger does not say.
#[track_caller]
pub fn completed(session: &mut Session<'_>, text: &str, frame: u32) -> Vec<String> {
    let text = text.to_owned();
    match act(session, Action::Complete(Completion { text, frame })) {
        Observation::Completed { names, .. } => names,
        other => panic!("{other}"),
    }
}

/// Checks what every debugger answers about frames: what is in none is refused, expressions are
/// evaluated where they are asked for, and the order in which callers are read does not matter.
///
/// # Panics
/// If something else is answered.
#[track_caller]
pub fn check_frames(session: &mut Session<'_>, variable: &str) {
    let evaluate = |expression: &str, frame| {
        let (expression, context) = (expression.to_owned(), EvaluationContext::Watch);
        Action::Evaluate(Evaluation { expression, frame, context })
    };
    let is_refused = |session: &mut Session<'_>, action: Action, reason: &str| {
        let refusal = Observation::Refused { reason: reason.to_owned() };
        assert_eq!(act(session, action), refusal);
    };
    let value = Observation::Evaluated { value: "3".to_owned() };
    assert_eq!(act(session, evaluate("amount", 0)), value);
    let missing = act(session, evaluate("amount", 1));
    assert!(matches!(&missing, Observation::Evaluated { value } if value.starts_with("throws ")));
    is_refused(session, evaluate("amount", 9), "there is no frame 9");
    let far = Expansion { frame: 9, ..expansion(variable, 1) };
    is_refused(session, Action::Expand(far), "there is no frame 9");
    let unknown = Action::Expand(expansion("doubled", 1));
    is_refused(session, unknown, "doubled is no variable in frame 1");
    let callers: Vec<Observation> = FrameOrder::ALL
        .iter()
        .map(|order| act(session, Action::LookAtCallers { order: *order }))
        .collect();
    let Observation::LookedAtCallers { callers: variables } = &callers[0] else {
        panic!("{}", callers[0]);
    };
    assert!(variables[0].lookup(variable).is_some(), "{variables:?}");
    assert!(callers.iter().all(|one| *one == callers[0]), "{callers:?}");
}
