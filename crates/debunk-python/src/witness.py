import sys, types
def debunk():
    file, source, mark, limit, points = sys.argv[0], SOURCE, MARK, 20000, POINTS
    log, hidden = [], ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<lambda>")
    def told(scope, name):
        value = scope.get(name, log)
        return repr(value) if type(value) in (int, bool, type(None)) else "?"
    def trace(frame, event, argument):
        code = frame.f_code
        if code.co_filename != file or code.co_name in hidden:
            return None
        point = points.get(frame.f_lineno)
        if event == "line" and point is not None and len(log) <= limit:
            scope = frame.f_locals
            log.append(",".join([str(point[0])] + [told(scope, name) for name in point[1:]]))
        return trace
    code = compile(source, file, "exec", dont_inherit=True)
    main = types.ModuleType("__main__")
    main.__file__ = file
    main.__builtins__ = __builtins__
    sys.modules["__main__"] = main
    out = sys.stdout
    sys.settrace(trace)
    try:
        exec(code, main.__dict__)
    finally:
        sys.settrace(None)
        out.flush()
        out.write("\n" + "".join(mark + "w" + line + "\n" for line in log[:limit]))
        out.write(mark + "z\n" + (mark + "t\n" if len(log) > limit else ""))
        out.flush()
debunk()
