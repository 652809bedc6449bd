"""Rewrites the part of debugpy that runs beside the program, so that it counts which blocks run.

Arguments: the folder of the package, and the file for the list of counters: one line each, with the
function and the file. Every block of every function gets a counter at its beginning. What talks to
the adapter is left alone: how often its threads wake up says nothing.
"""
import ast
import os
import sys

FOLDER = os.path.join("debugpy", "_vendored", "pydevd")
FILES = """
pydevd_additional_thread_info_regular pydevd_api pydevd_breakpoints pydevd_bytecode_utils
pydevd_code_to_source pydevd_collect_bytecode_info pydevd_filtering pydevd_frame pydevd_frame_utils
pydevd_net_command_factory_json pydevd_process_net_command_json pydevd_resolver pydevd_safe_repr
pydevd_save_locals pydevd_source_mapping pydevd_suspended_frames pydevd_trace_dispatch_regular
pydevd_traceproperty pydevd_utils pydevd_vars pydevd_xml
""".split()
RUNTIME = '''"""Counters that a process shares with whoever reads its file."""
import mmap
import os

SIZE = %d
counters = bytearray(SIZE)
if os.environ.get("DEBUNK_COUNTERS"):
    _file = os.open(os.environ["DEBUNK_COUNTERS"], os.O_RDWR | os.O_CREAT, 0o600)
    os.ftruncate(_file, SIZE)
    counters = mmap.mmap(_file, SIZE)
    os.close(_file)
'''
BLOCKS = ("body", "orelse", "finalbody")


class Counting:
    def __init__(self):
        self.lines = []

    def block(self, statements, function, file):
        mark = ast.parse("_debunk[%d] = 1" % len(self.lines)).body[0]
        self.lines.append("%s %s" % (function, file))
        is_text = isinstance(statements[0], ast.Expr) and isinstance(statements[0].value, ast.Constant)
        statements.insert(1 if is_text else 0, mark)

    def visit(self, node, function, file):
        for child in ast.iter_child_nodes(node):
            inner = function
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                inner = (function + "." if function else "") + child.name
            self.visit(child, inner, file)
        is_class = isinstance(node, (ast.ClassDef, ast.Module))
        if not function or is_class or isinstance(node, ast.Lambda):
            return
        for name in BLOCKS:
            statements = getattr(node, name, None)
            if isinstance(statements, list) and statements and isinstance(statements[0], ast.stmt):
                self.block(statements, function, file)


def first_statement(tree):
    """Where an import can stand: behind the documentation and imports from the future."""
    for index, statement in enumerate(tree.body):
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        is_future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
        if not is_text and not is_future:
            return index
    return len(tree.body)


def main(site, listing):
    counting = Counting()
    for name in FILES:
        path = os.path.join(site, FOLDER, "_pydevd_bundle", name + ".py")
        with open(path, encoding="utf-8") as source:
            tree = ast.parse(source.read())
        counting.visit(tree, "", name + ".py")
        given = ast.parse("from debunk_counters import counters as _debunk").body
        index = first_statement(tree)
        tree.body[index:index] = given
        ast.fix_missing_locations(tree)
        with open(path, "w", encoding="utf-8") as target:
            target.write(ast.unparse(tree) + "\n")
    for folder in (site, os.path.join(site, FOLDER)):
        with open(os.path.join(folder, "debunk_counters.py"), "w") as target:
            target.write(RUNTIME % len(counting.lines))
    with open(listing, "w") as target:
        target.writelines(line + "\n" for line in counting.lines)


main(*sys.argv[1:])
