//! Compiles the syntax tree of a program to instructions.

use crate::code::{Code, FunctionCode, Instruction, Layout, Mutability, Stop};
use crate::syntax::{
    Expression, ExpressionKind, ForHead, Function, Keyword, LogCall, Name, Statement,
    StatementKind, Try,
};
use crate::value::Value;
use debunk_model::Span;
use debunk_shell::javascript::function_heading;
use std::sync::Arc;

/// Compiles a whole program.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn compile(text: &str, program: &Function) -> Result<Code, String> {
    let mut unit = Unit { text, code: Code::default() };
    unit.function(program)?;
    Ok(unit.code)
}

/// Compiles one expression, to be evaluated in the scope of a frame.
///
/// # Errors
/// If it makes a function.
pub(crate) fn compile_question(expression: &Expression) -> Result<FunctionCode, String> {
    let mut unit = Unit { text: "", code: Code::default() };
    let mut body = Body::new(&mut unit, true);
    body.expression(expression)?;
    body.emit(Instruction::Return);
    let instructions = body.instructions;
    let heading: Name = "function".into();
    Ok(FunctionCode { name: "".into(), heading, parameters: 0, layout: None, instructions })
}

/// What the functions of a program share.
struct Unit<'text> {
    text: &'text str,
    code: Code,
}

impl Unit<'_> {
    fn layout(&mut self, layout: Layout) -> usize {
        self.code.layouts.push(layout);
        self.code.layouts.len() - 1
    }

    /// Compiles a function and returns its number.
    fn function(&mut self, function: &Function) -> Result<usize, String> {
        let number = self.code.functions.len();
        let mut layout = Layout::default();
        for parameter in &function.parameters {
            layout.add(parameter, Mutability::Ready);
        }
        let parameters = layout.names.len();
        if parameters != function.parameters.len() {
            return Err("two parameters have one name".to_owned());
        }
        hoist_variables(&function.body, &mut layout);
        declare(&function.body, &mut layout)?;
        let layout = Some(self.layout(layout));
        let text = function.span.of(self.text);
        let heading: Name = function_heading(text).into();
        let name = function.name.clone();
        let empty = FunctionCode { name, heading, parameters, layout, instructions: Vec::new() };
        // Inner functions get the numbers after this one.
        self.code.functions.push(Arc::new(empty.clone()));
        let mut body = Body::new(self, false);
        body.statements(&function.body)?;
        if number > 0 {
            body.stop(function.end, false);
        }
        body.emit(Instruction::Push(Value::Undefined));
        body.emit(Instruction::Return);
        let instructions = body.instructions;
        self.code.functions[number] = Arc::new(FunctionCode { instructions, ..empty });
        Ok(number)
    }
}

/// Adds the variables that a function has in all of its blocks.
fn hoist_variables(statements: &[Statement], layout: &mut Layout) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Declaration(Keyword::Var, declarators) => {
                for declarator in declarators {
                    layout.add(&declarator.name, Mutability::Ready);
                }
            }
            StatementKind::Block(inner) => hoist_variables(inner, layout),
            StatementKind::If(_, then, other) => {
                hoist_variables(std::slice::from_ref(then), layout);
                if let Some(other) = other {
                    hoist_variables(std::slice::from_ref(other), layout);
                }
            }
            StatementKind::While(_, body, _) => hoist_variables(std::slice::from_ref(body), layout),
            StatementKind::For(head, body) => {
                hoist_variables(head.first.as_slice(), layout);
                hoist_variables(std::slice::from_ref(body), layout);
            }
            StatementKind::Try(attempt) => {
                hoist_variables(&attempt.body, layout);
                let catch = attempt.catch.as_ref().map(|(_, body)| body.as_slice());
                hoist_variables(catch.unwrap_or_default(), layout);
                hoist_variables(attempt.finally.as_deref().unwrap_or_default(), layout);
            }
            _ => {}
        }
    }
}

/// Adds the variables and functions that a list of statements declares for itself.
fn declare(statements: &[Statement], layout: &mut Layout) -> Result<(), String> {
    for statement in statements {
        let (names, mutability): (Vec<&Name>, Mutability) = match &statement.kind {
            StatementKind::Declaration(Keyword::Let, declarators) => {
                (declarators.iter().map(|it| &it.name).collect(), Mutability::Later)
            }
            StatementKind::Declaration(Keyword::Const, declarators) => {
                (declarators.iter().map(|it| &it.name).collect(), Mutability::Constant)
            }
            StatementKind::Function(function) => (vec![&function.name], Mutability::Ready),
            _ => continue,
        };
        for name in names {
            if layout.position(name).is_some() {
                return Err(format!("{name} has already been declared"));
            }
            layout.add(name, mutability);
        }
    }
    Ok(())
}

/// What surrounds a statement, as far as leaving it matters.
enum Around<'tree> {
    /// A loop: where its jumps have to be completed.
    Loop { breaks: Vec<usize>, continues: Vec<usize> },
    /// A scope to leave.
    Scope,
    /// A handler to end.
    Handler,
    /// Statements that run in any case.
    Finally(&'tree [Statement]),
}

/// A function while it is compiled.
struct Body<'unit, 'text, 'tree> {
    unit: &'unit mut Unit<'text>,
    instructions: Vec<Instruction>,
    around: Vec<Around<'tree>>,
    is_question: bool,
}

impl<'unit, 'text, 'tree> Body<'unit, 'text, 'tree> {
    fn new(unit: &'unit mut Unit<'text>, is_question: bool) -> Self {
        Self { unit, instructions: Vec::new(), around: Vec::new(), is_question }
    }

    fn emit(&mut self, instruction: Instruction) -> usize {
        self.instructions.push(instruction);
        self.instructions.len() - 1
    }

    fn here(&self) -> usize {
        self.instructions.len()
    }

    /// Completes a jump, so that it leads here.
    fn land(&mut self, jump: usize) {
        let here = self.here();
        self.land_at(jump, here);
    }

    fn land_at(&mut self, jump: usize, target: usize) {
        match &mut self.instructions[jump] {
            Instruction::Jump(to)
            | Instruction::JumpIfFalse(to)
            | Instruction::JumpKeepingIf(_, to)
            | Instruction::Handle(to) => *to = target,
            _ => {}
        }
    }

    fn stop(&mut self, offset: u32, is_debugger: bool) {
        self.unit.code.stops.push(Stop { offset, is_debugger });
        self.emit(Instruction::Stop(self.unit.code.stops.len() - 1));
    }

    fn begin(&mut self, span: Span) {
        self.unit.code.statements.push(span);
        self.emit(Instruction::Begin(self.unit.code.statements.len() - 1));
    }

    /// Statements whose scope has been entered.
    fn statements(&mut self, statements: &'tree [Statement]) -> Result<(), String> {
        for statement in statements {
            if let StatementKind::Function(function) = &statement.kind {
                let number = self.unit.function(function)?;
                self.emit(Instruction::Make(number));
                self.emit(Instruction::Initialise(function.name.clone()));
            }
        }
        statements.iter().try_for_each(|statement| self.statement(statement))
    }

    fn block(&mut self, statements: &'tree [Statement]) -> Result<(), String> {
        let mut layout = Layout::default();
        declare(statements, &mut layout)?;
        self.scoped(layout, |body| body.statements(statements))
    }

    /// Code in a scope of its own, if it has variables.
    fn scoped(
        &mut self,
        layout: Layout,
        inner: impl FnOnce(&mut Self) -> Result<(), String>,
    ) -> Result<(), String> {
        if layout.names.is_empty() {
            return inner(self);
        }
        let layout = self.unit.layout(layout);
        self.emit(Instruction::Enter(layout));
        self.around.push(Around::Scope);
        inner(self)?;
        self.around.pop();
        self.emit(Instruction::Leave);
        Ok(())
    }

    fn statement(&mut self, statement: &'tree Statement) -> Result<(), String> {
        let span = statement.span;
        let is_silent = matches!(
            statement.kind,
            StatementKind::Empty | StatementKind::Function(_) | StatementKind::Block(_)
        );
        if !is_silent {
            self.begin(span);
        }
        match &statement.kind {
            StatementKind::Empty | StatementKind::Function(_) => {}
            StatementKind::Block(statements) => self.block(statements)?,
            StatementKind::Expression(expression) => {
                self.stop(span.start, false);
                self.expression(expression)?;
                self.emit(Instruction::Pop);
            }
            StatementKind::Declaration(keyword, declarators) => {
                if declarators.iter().any(|it| it.value.is_some()) {
                    self.stop(span.start, false);
                }
                self.declaration(*keyword, declarators)?;
            }
            StatementKind::If(test, then, other) => {
                self.stop(span.start, false);
                self.expression(test)?;
                let no = self.emit(Instruction::JumpIfFalse(0));
                self.statement(then)?;
                if let Some(other) = other {
                    let end = self.emit(Instruction::Jump(0));
                    self.land(no);
                    self.statement(other)?;
                    self.land(end);
                } else {
                    self.land(no);
                }
            }
            StatementKind::While(test, body, false) => {
                self.rounds(Some(test), None, body, false)?
            }
            StatementKind::While(test, body, true) => self.rounds_before(test, body)?,
            StatementKind::For(head, body) => self.for_statement(span, head, body)?,
            StatementKind::Break | StatementKind::Continue => {
                self.stop(span.start, false);
                self.leave_loop(matches!(statement.kind, StatementKind::Break))?;
            }
            StatementKind::Return(value) => {
                self.stop(span.start, false);
                match value {
                    Some(value) => self.expression(value)?,
                    None => drop(self.emit(Instruction::Push(Value::Undefined))),
                }
                self.leave_all(0)?;
                self.emit(Instruction::Return);
            }
            StatementKind::Throw(value) => {
                self.stop(span.start, false);
                self.expression(value)?;
                self.emit(Instruction::Throw);
            }
            StatementKind::Try(attempt) => self.try_statement(attempt)?,
            StatementKind::Debugger => self.stop(span.start, true),
        }
        Ok(())
    }

    fn declaration(
        &mut self,
        keyword: Keyword,
        declarators: &'tree [crate::syntax::Declarator],
    ) -> Result<(), String> {
        for declarator in declarators {
            match &declarator.value {
                Some(value) => self.expression(value)?,
                None if keyword == Keyword::Var => continue,
                None => drop(self.emit(Instruction::Push(Value::Undefined))),
            }
            self.emit(Instruction::Initialise(declarator.name.clone()));
        }
        Ok(())
    }

    /// Rounds of a loop whose test comes first.
    fn rounds(
        &mut self,
        test: Option<&'tree Expression>,
        update: Option<&'tree Expression>,
        statement: &'tree Statement,
        renews: bool,
    ) -> Result<(), String> {
        let start = self.here();
        let mut end = None;
        if let Some(test) = test {
            self.stop(test.span.start, false);
            self.expression(test)?;
            end = Some(self.emit(Instruction::JumpIfFalse(0)));
        }
        self.around.push(Around::Loop { breaks: Vec::new(), continues: Vec::new() });
        self.statement(statement)?;
        let next = self.here();
        let Some(Around::Loop { breaks, continues }) = self.around.pop() else {
            return Err("a loop is not nested".to_owned());
        };
        if renews {
            self.emit(Instruction::Renew);
        }
        if let Some(update) = update {
            self.stop(update.span.start, false);
            self.expression(update)?;
            self.emit(Instruction::Pop);
        }
        self.emit(Instruction::Jump(start));
        for jump in continues {
            self.land_at(jump, next);
        }
        for jump in breaks.into_iter().chain(end) {
            self.land(jump);
        }
        Ok(())
    }

    /// Rounds of a loop whose test comes last.
    fn rounds_before(
        &mut self,
        test: &'tree Expression,
        statement: &'tree Statement,
    ) -> Result<(), String> {
        let start = self.here();
        self.around.push(Around::Loop { breaks: Vec::new(), continues: Vec::new() });
        self.statement(statement)?;
        let Some(Around::Loop { breaks, continues }) = self.around.pop() else {
            return Err("a loop is not nested".to_owned());
        };
        for jump in continues {
            self.land(jump);
        }
        self.stop(test.span.start, false);
        self.expression(test)?;
        let end = self.emit(Instruction::JumpIfFalse(0));
        self.emit(Instruction::Jump(start));
        for jump in breaks.into_iter().chain([end]) {
            self.land(jump);
        }
        Ok(())
    }

    fn for_statement(
        &mut self,
        span: Span,
        head: &'tree ForHead,
        statement: &'tree Statement,
    ) -> Result<(), String> {
        let mut layout = Layout::default();
        declare(head.first.as_slice(), &mut layout)?;
        let renews = !layout.names.is_empty();
        self.scoped(layout, |body| {
            match head.first.as_ref().map(|first| &first.kind) {
                Some(StatementKind::Declaration(keyword, declarators)) => {
                    body.stop(span.start, false);
                    body.declaration(*keyword, declarators)?;
                }
                Some(StatementKind::Expression(expression)) => {
                    body.stop(span.start, false);
                    body.expression(expression)?;
                    body.emit(Instruction::Pop);
                }
                _ => {}
            }
            body.rounds(head.test.as_ref(), head.update.as_ref(), statement, renews)
        })
    }

    fn try_statement(&mut self, attempt: &'tree Try) -> Result<(), String> {
        let finally = attempt.finally.as_deref();
        let outer = finally.map(|statements| {
            let handle = self.emit(Instruction::Handle(0));
            self.around.push(Around::Finally(statements));
            self.around.push(Around::Handler);
            handle
        });
        match &attempt.catch {
            None => self.block(&attempt.body)?,
            Some((name, statements)) => {
                let inner = self.emit(Instruction::Handle(0));
                self.around.push(Around::Handler);
                self.block(&attempt.body)?;
                self.around.pop();
                self.emit(Instruction::EndHandle);
                let done = self.emit(Instruction::Jump(0));
                self.land(inner);
                self.catch(name.as_ref(), statements)?;
                self.land(done);
            }
        }
        if let (Some(handle), Some(statements)) = (outer, finally) {
            self.around.truncate(self.around.len() - 2);
            self.emit(Instruction::EndHandle);
            self.block(statements)?;
            let done = self.emit(Instruction::Jump(0));
            self.land(handle);
            self.block(statements)?;
            self.emit(Instruction::Throw);
            self.land(done);
        }
        Ok(())
    }

    /// What is done with the thrown value on top.
    fn catch(
        &mut self,
        name: Option<&'tree Name>,
        statements: &'tree [Statement],
    ) -> Result<(), String> {
        let mut layout = Layout::default();
        let Some(name) = name else {
            self.emit(Instruction::Pop);
            return self.block(statements);
        };
        layout.add(name, Mutability::Later);
        self.scoped(layout, |body| {
            body.emit(Instruction::Initialise(name.clone()));
            body.block(statements)
        })
    }

    fn leave_loop(&mut self, is_break: bool) -> Result<(), String> {
        let innermost =
            self.around.iter().rposition(|around| matches!(around, Around::Loop { .. }));
        let innermost = innermost.ok_or("there is no loop to leave")?;
        self.leave_all(innermost + 1)?;
        let jump = self.emit(Instruction::Jump(0));
        if let Some(Around::Loop { breaks, continues }) = self.around.get_mut(innermost) {
            if is_break { breaks.push(jump) } else { continues.push(jump) }
        }
        Ok(())
    }

    /// Leaves everything around this place, down to a level. What runs on the way out is itself no
    /// longer surrounded by what was left before.
    fn leave_all(&mut self, level: usize) -> Result<(), String> {
        let mut left = Vec::new();
        while self.around.len() > level {
            let Some(around) = self.around.pop() else { break };
            match &around {
                Around::Scope => drop(self.emit(Instruction::Leave)),
                Around::Handler => drop(self.emit(Instruction::EndHandle)),
                Around::Finally(statements) => self.block(statements)?,
                Around::Loop { .. } => {}
            }
            left.push(around);
        }
        self.around.extend(left.into_iter().rev());
        Ok(())
    }

    fn expression(&mut self, expression: &'tree Expression) -> Result<(), String> {
        match &expression.kind {
            ExpressionKind::Number(number) => {
                self.emit(Instruction::Push(Value::Number(*number)));
            }
            ExpressionKind::Text(text) => {
                self.emit(Instruction::Push(Value::Text(text.clone())));
            }
            ExpressionKind::Boolean(truth) => {
                self.emit(Instruction::Push(Value::Boolean(*truth)));
            }
            ExpressionKind::Null => {
                self.emit(Instruction::Push(Value::Null));
            }
            ExpressionKind::Name(name) => {
                self.emit(Instruction::Load(name.clone()));
            }
            ExpressionKind::Function(_) if self.is_question => {
                return Err("functions cannot be made here".to_owned());
            }
            ExpressionKind::Function(function) => {
                let number = self.unit.function(function)?;
                self.emit(Instruction::Make(number));
            }
            ExpressionKind::Unary(operator, operand) => {
                match &operand.kind {
                    ExpressionKind::Name(name) if *operator == "typeof" => {
                        self.emit(Instruction::LoadIfAny(name.clone()));
                    }
                    _ => self.expression(operand)?,
                }
                self.emit(Instruction::Unary(operator));
            }
            ExpressionKind::Binary(operator, left, right) => {
                self.expression(left)?;
                self.expression(right)?;
                self.emit(Instruction::Binary(operator));
            }
            ExpressionKind::Logical(operator, left, right) => {
                self.expression(left)?;
                let done = self.emit(Instruction::JumpKeepingIf(*operator == "||", 0));
                self.emit(Instruction::Pop);
                self.expression(right)?;
                self.land(done);
            }
            ExpressionKind::Choice(parts) => {
                let [test, one, other] = &**parts;
                self.expression(test)?;
                let no = self.emit(Instruction::JumpIfFalse(0));
                self.expression(one)?;
                let end = self.emit(Instruction::Jump(0));
                self.land(no);
                self.expression(other)?;
                self.land(end);
            }
            ExpressionKind::Assign(name, operator, value) => {
                if operator.is_some() {
                    self.emit(Instruction::Load(name.clone()));
                }
                self.expression(value)?;
                if let Some(operator) = operator {
                    self.emit(Instruction::Binary(operator));
                }
                self.emit(Instruction::Store(name.clone()));
            }
            ExpressionKind::Count(name, operator, gives_old) => {
                self.emit(Instruction::Load(name.clone()));
                self.emit(Instruction::Unary("+"));
                if *gives_old {
                    self.emit(Instruction::Copy);
                }
                self.emit(Instruction::Push(Value::Number(1.0)));
                self.emit(Instruction::Binary(operator));
                self.emit(Instruction::Store(name.clone()));
                if *gives_old {
                    self.emit(Instruction::Pop);
                }
            }
            ExpressionKind::Sequence(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    if index > 0 {
                        self.emit(Instruction::Pop);
                    }
                    self.expression(part)?;
                }
            }
            ExpressionKind::Call(callee, arguments) => {
                self.expression(callee)?;
                for argument in arguments {
                    self.expression(argument)?;
                }
                self.emit(Instruction::Call(arguments.len()));
            }
            ExpressionKind::Log(call) => self.log_call(call)?,
        }
        Ok(())
    }

    fn log_call(&mut self, call: &'tree LogCall) -> Result<(), String> {
        match call {
            LogCall::Full => {
                self.emit(Instruction::LogIsFull);
            }
            LogCall::At { statement, activation, names } => {
                self.expression(activation)?;
                self.emit(Instruction::LogStatement(*statement, names.clone()));
            }
            LogCall::Enter(function) => {
                self.emit(Instruction::LogEnter(*function));
            }
            LogCall::Leave(activation) => {
                self.expression(activation)?;
                self.emit(Instruction::LogLeave);
            }
            LogCall::Returned(activation, value, ends) => {
                // The value is computed before anything is logged.
                match value {
                    Some(value) => self.expression(value)?,
                    None => drop(self.emit(Instruction::Push(Value::Undefined))),
                }
                self.expression(activation)?;
                self.emit(Instruction::LogReturned(*ends));
            }
        }
        Ok(())
    }
}
