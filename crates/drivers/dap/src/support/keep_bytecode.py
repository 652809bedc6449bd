"""Keeps the bytecode of the modules that LLDB has loaded, which it does not do by itself.

Compiling its own scripts takes LLDB half of its start.
"""
import importlib.util
import os
import py_compile
import sys


def keep():
    import lldb

    if sys.pycache_prefix is None or os.path.exists(kept(lldb)):
        return
    for module in list(sys.modules.values()):
        # This module's own file is in a folder that exists for one process only.
        if module is not lldb and module.__name__ != __name__ and source(module):
            py_compile.compile(source(module), kept(module))
    # The last one says that all are complete.
    py_compile.compile(source(lldb), kept(lldb))


def source(module):
    file = getattr(module, "__file__", None) or ""
    return file if file.endswith(".py") and os.path.exists(file) else None


def kept(module):
    return importlib.util.cache_from_source(source(module))


try:
    keep()
except Exception:
    # Without it, everything is slower; nothing else changes.
    pass
