def debunk():
    import os, sys, types
    file, source, limit, points = sys.argv[0], SOURCE, 20000, POINTS
    mark = os.read(0, 256).decode()
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.close(nothing)
    log, noticed, inside = [], [], []
    hidden = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<lambda>")
    meddling = {
        "sys.settrace", "sys.setprofile", "sys._getframe", "sys._current_frames", "sys.addaudithook",
        "gc.get_objects", "gc.get_referrers", "gc.get_referents", "object.__getattr__", "object.__setattr__",
        "object.__delattr__", "code.__new__", "ctypes.dlopen", "ctypes.dlsym", "ctypes.cdata", "os.fork",
        "os.forkpty", "_thread.start_new_thread", "debunk.asked",
    }
    # Without a closure, so that nobody gets from here to the log.
    def asked(audit=sys.audit):
        audit("debunk.asked")
    kind, number, whole, truth, size, mapping = type, int, int.__repr__, bool, len, dict
    local, get = kind(sys._getframe().f_locals), kind(sys._getframe().f_locals).get
    enter, leave = inside.append, inside.pop
    append, notice, flush, write, process = log.append, noticed.append, sys.stdout.flush, os.write, os.getpid
    tracing, stop, own = sys.gettrace, sys.settrace, os.getpid()
    def told(scope, name):
        if kind(scope) is mapping:
            value = mapping.get(scope, name, log)
        elif kind(scope) is local:
            value = get(scope, name, log)
        else:
            return "?"
        of = kind(value)
        if of is number:
            return whole(value)
        return "None" if value is None else "?" if of is not truth else "True" if value else "False"
    def trace(frame, event, argument):
        enter(frame)
        try:
            return look(frame, event)
        finally:
            leave()
    def look(frame, event):
        code = frame.f_code
        if code.co_filename != file or code.co_name in hidden:
            return None
        point = points.get(frame.f_lineno)
        if event == "line" and point is not None and size(log) <= limit:
            scope = frame.f_locals
            append(",".join([whole(point[0])] + [told(scope, name) for name in point[1:]]))
        return trace
    def hook(event, arguments):
        if inside:
            return
        if event in meddling:
            notice(event)
        elif event == "open" and arguments and kind(arguments[0]) is kind(file) and arguments[0] == file:
            notice("its own text")
    def late(frame, event, argument):
        if frame.f_code.co_filename != file:
            return None
        if event == "line":
            stop(None)
            put("\n" + mark + "nruns code after its end\n")
        return late
    def put(text):
        data = text.encode()
        while data:
            data = data[write(1, data):]
    code = compile(source, file, "exec", dont_inherit=True)
    main = types.ModuleType("__main__")
    main.__file__ = file
    main.__builtins__ = __builtins__
    sys.modules["__main__"] = main
    add_hook = sys.addaudithook
    sys.gettrace = sys.getprofile = asked
    stop(trace)
    add_hook(hook)
    try:
        exec(code, main.__dict__)
    finally:
        if tracing() is not trace:
            notice("the trace function")
        meddled = noticed[:1]
        stop(None)
        flush()
        if process() == own and meddled:
            put("\n" + mark + "n" + meddled[0] + "\n")
        elif process() == own:
            put("\n" + "".join([mark + "w" + line + "\n" for line in log[:limit]]))
            put(mark + "z\n" + (mark + "t\n" if size(log) > limit else ""))
            stop(late)
debunk()
