def debunk():
    import _collections, collections, os, sys, types
    file, source, limit, bytes_limit, points = sys.argv[0], SOURCE, 20000, 1 << 22, POINTS
    functions, other, depth_limit, width_limit, text_limit = FUNCTIONS, OTHER, 3, 32, 120
    mark = os.read(0, 256).decode()
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.close(nothing)
    log, noticed, inside, seen, texts = ["v?"], [], [], {"v?": 0}, [None]
    entries, used, activations, budget, full = 0, 0, 0, 0, False
    hidden = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<lambda>")
    suspending = 0x20 | 0x80 | 0x200
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
    string, data, real, pair, sequence, fixed = str, bytes, float, complex, list, tuple
    queue, base, bits = _collections.deque, object, int.bit_length
    # Dictionaries, whose order is not part of the log, and sets.
    mappings = (dict, collections.OrderedDict, collections.Counter, collections.defaultdict)
    sets, steps = (set, frozenset), range
    begins, ends, strides = [range.__dict__[name].__get__ for name in ("start", "stop", "step")]
    # What an object has by itself although its class has something of that name that is no descriptor.
    harmless = (int, bool, str, bytes, float, complex, list, tuple, dict, set, frozenset, type(None), types.FunctionType, types.MemberDescriptorType)
    replacing, iterating = ("__getattribute__", "__dir__"), ("__iter__", "__getitem__", "__len__")
    item_at, length_of = tuple.__getitem__, tuple.__len__
    quote, raw, decimal, both = str.__repr__, bytes.__repr__, float.__repr__, complex.__repr__
    order, space = type.__dict__["__mro__"].__get__, type.__dict__["__dict__"].__get__
    member, getter, bound = types.MemberDescriptorType, types.GetSetDescriptorType, types.MethodType
    named, joined, replaced = str.isidentifier, str.join, str.replace
    range_of = range
    values_of, values_in, listed, zipped = dict.items, types.MappingProxyType.items, enumerate, zip
    dictionary_size = dict.__len__
    local, get = kind(sys._getframe().f_locals), kind(sys._getframe().f_locals).get
    enter, leave, missing = inside.append, inside.pop, log
    append, notice, flush, write, process = log.append, noticed.append, sys.stdout.flush, os.write, os.getpid
    tracing, stop, own = sys.gettrace, sys.settrace, os.getpid()
    def identity(argument):
        return argument
    def constant():
        return 1
    returning = (identity.__code__.co_code[-2], constant.__code__.co_code[-2])
    def put_line(line):
        nonlocal used, full
        append(line)
        used += size(line)
        if used > bytes_limit:
            full = True
    def known(line, text):
        """The number of what a line of the log says."""
        found = mapping.get(seen, line)
        if found is None:
            found = seen[line] = size(seen)
            texts.append(text)
            put_line(line)
        return found
    def plain(value, of):
        """A value that holds no others, as Python writes it."""
        if of is number:
            return whole(value) if bits(value) <= 256 else None
        if value is None:
            return "None"
        if of is truth:
            return "True" if value else "False"
        if of is string or of is data:
            text = (quote if of is string else raw)(value) if size(value) <= text_limit else None
            return text if text is not None and size(text) <= text_limit else None
        if of is real:
            return decimal(value)
        if of is steps:
            first, end, stride = plain(begins(value), number), plain(ends(value), number), strides(value)
            if first is None or end is None or bits(stride) > 256:
                return None
            return "range(" + first + ", " + end + ("" if stride == 1 else ", " + whole(stride)) + ")"
        return both(value) if of is pair else None
    def told(value, around):
        """The number of a value, without running any code of the program."""
        nonlocal budget
        of = kind(value)
        text = plain(value, of)
        if text is not None:
            return known("v" + text, text)
        for up, outer in listed(around):
            if outer is value:
                return up - size(around)
        budget -= 1
        if size(around) >= depth_limit or budget < 0:
            return 0
        around.append(value)
        try:
            if of is sequence or of is fixed or of is queue:
                return items(value, of, around)
            if any_is(of, mappings):
                return pairs(value, of, around)
            if any_is(of, sets):
                return members(value, around)
            return fields(value, of, around)
        finally:
            around.pop()
    def any_is(wanted, all):
        for one in all:
            if one is wanted:
                return True
        return False
    def members(value, around):
        children = []
        for item in value:
            if size(children) == width_limit:
                break
            children.append((whole(size(children)), told(item, around)))
        return holder(None, children, size(children) == size(value), 4)
    def items(value, of, around):
        children, position = [], 0
        for item in value:
            if position == width_limit:
                break
            children.append((whole(position), told(item, around)))
            position += 1
        texts = in_words(children)
        text = None
        if texts is not None and of is sequence:
            text = "[" + joined(", ", texts) + "]"
        elif texts is not None and of is fixed and position != 1:
            text = "(" + joined(", ", texts) + ")"
        return holder(text, children, position == size(value))
    def pairs(value, of, around):
        children = []
        for key, item in values_of(value):
            if size(children) == width_limit:
                break
            text = plain(key, kind(key))
            if text is not None:
                children.append((text, told(item, around)))
        texts = in_words(children) if of is mapping else None
        if texts is not None:
            names = [name for name, _ in children]
            texts = "{" + joined(", ", [name + ": " + text for name, text in zipped(names, texts)]) + "}"
        return holder(texts, children, size(children) == dictionary_size(value), 2)
    def in_words(children):
        """The texts of children, if all are known."""
        found = [texts[child] if child >= 0 else None for _, child in children]
        return None if None in found else found
    def holder(text, children, is_whole, flags=0):
        text = text if text is not None and is_whole and size(text) <= text_limit else None
        rows = ["[" + in_json(key) + "," + whole(child) + "]" for key, child in children]
        shown = in_json("?" if text is None else text)
        end = "]," + whole(flags + (1 if is_whole else 0)) + "]"
        return known("c[" + shown + ",[" + joined(",", rows) + end, text)
    def in_json(text):
        return '"' + replaced(replaced(text, "\\", "\\\\"), '"', '\\"') + '"'
    def fields(value, of, around):
        """What an object of a class of the program has itself."""
        slots, dictionary, ambiguous, is_named, is_iterated = [], None, [], False, False
        for one in order(of):
            if one is base:
                continue
            if one is fixed:
                return elements(value, around) if is_named and not is_iterated else 0
            module, found = None, []
            for name, entry in values_in(space(one)):
                if kind(name) is not string or name in replacing:
                    return 0
                if not any_is(kind(entry), harmless):
                    ambiguous.append(name)
                if name == "_fields":
                    is_named = kind(entry) is fixed
                elif name in iterating:
                    is_iterated = True
                if name == "__module__":
                    module = entry
                elif name == "__dict__" and dictionary is None:
                    dictionary = entry
                elif kind(entry) is member:
                    found.append((name, entry))
            if kind(module) is not string or module not in ("__main__", "abc", "typing"):
                return 0
            slots = found + slots
        is_whole, children = True, []
        for name, entry in slots:
            try:
                item = entry.__get__(value)
            except AttributeError:
                continue
            except TypeError:
                return 0
            children.append((name, item))
        if dictionary is not None:
            if kind(dictionary) is not getter:
                return 0
            try:
                own = dictionary.__get__(value)
            except TypeError:
                return 0
            if kind(own) is not mapping:
                return 0
            for name, item in values_of(own):
                if kind(name) is string and named(name):
                    children.append((name, item))
                else:
                    is_whole = False
        is_whole = is_whole and size(children) <= width_limit
        children = [(name, 0 if name in ambiguous else told(item, around)) for name, item in children[:width_limit]]
        return holder(None, children, is_whole)
    def elements(value, around):
        """What a named tuple has by index."""
        count = length_of(value)
        children = [(whole(at), told(item_at(value, at), around)) for at in range_of(count if count < width_limit else width_limit)]
        return holder(None, children, count <= width_limit)
    def variable(scope, name):
        if kind(scope) is mapping:
            value = mapping.get(scope, name, missing)
        elif kind(scope) is local:
            value = get(scope, name, missing)
        else:
            return "0"
        return "0" if value is missing else whole(told(value, []))
    def trace(frame, event, argument):
        enter(frame)
        try:
            return begin(frame, frame.f_code)
        finally:
            leave()
    def caller(frame):
        """The activation that a frame was called from."""
        frame = frame.f_back
        while frame is not None:
            tracer = frame.f_trace
            if kind(tracer) is bound and tracer.__func__ is step:
                return tracer.__self__
            frame = frame.f_back
        return None
    def begin(frame, code):
        """A frame begins, or resumes after a suspension."""
        nonlocal activations
        if full or code.co_filename != file:
            return None
        tracer, outer = frame.f_trace, caller(frame)
        is_new = kind(tracer) is not bound or tracer.__func__ is not step
        here = [0, 1, None, False] if is_new else tracer.__self__
        parent = None if outer is None else outer[0]
        here[1] = 1 if outer is None else outer[1] + 1
        shown = "" if parent is None else whole(parent)
        if is_new and code is not top:
            activations += 1
            here[0], here[3] = activations, code.co_name in hidden
            function = mapping.get(functions, whole(code.co_firstlineno) + " " + code.co_name, other)
            put_line("a" + whole(function) + "," + shown)
            if here[3]:
                frame.f_trace_lines = False
        elif parent != here[2]:
            put_line("b" + whole(here[0]) + "," + shown)
        here[2] = parent
        return bound(step, here) if is_new else tracer
    def step(here, frame, event, argument):
        enter(frame)
        try:
            if event == "line" and not here[3]:
                look(here, frame)
            elif event == "return" and not full and has_returned(frame, argument):
                returned(here[0], argument)
        finally:
            leave()
        return frame.f_trace
    def returned(activation, value):
        nonlocal budget
        budget = 50
        put_line("r" + whole(activation) + "," + whole(told(value, [])))
    def has_returned(frame, argument):
        """Whether a frame is left by a return, not by an error or for a while."""
        code = frame.f_code
        if argument is not None and not code.co_flags & suspending:
            return True
        return code.co_code[frame.f_lasti] in returning
    def look(here, frame):
        nonlocal entries, budget, full
        point = mapping.get(points, frame.f_lineno)
        if point is None or full:
            return
        if entries == limit:
            full = True
            return
        entries += 1
        budget, scope = 200, frame.f_locals
        start = [whole(point[0]), whole(here[0]), whole(here[1])]
        put_line("e" + joined(",", start + [variable(scope, name) for name in point[1:]]))
    def is_harmless(event, arguments):
        """Whether a named tuple or a function is made, or a class changes."""
        if event == "sys._getframe":
            return look_up(2).f_code is naming
        if event != "object.__getattr__" and event != "object.__setattr__":
            return False
        whose, name = arguments[0], arguments[1]
        is_shown = name == "__code__" and event == "object.__getattr__"
        is_default = name == "__defaults__" or name == "__kwdefaults__"
        if kind(whose) is kind:
            return True
        return kind(whose) is callable_kind and whose is not asked and (is_shown or is_default)
    callable_kind, look_up, naming = types.FunctionType, sys._getframe, collections.namedtuple.__code__
    def hook(event, arguments):
        if inside:
            return
        if event in meddling:
            enter(event)
            try:
                if not is_harmless(event, arguments):
                    notice(event)
            finally:
                leave()
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
    top = compile(source, file, "exec", dont_inherit=True)
    main = types.ModuleType("__main__")
    main.__file__ = file
    main.__builtins__ = __builtins__
    sys.modules["__main__"] = main
    add_hook = sys.addaudithook
    sys.gettrace = sys.getprofile = asked
    stop(trace)
    add_hook(hook)
    try:
        exec(top, main.__dict__)
    finally:
        if tracing() is not trace:
            notice("the trace function")
        meddled = noticed[:1]
        stop(None)
        flush()
        if process() == own and meddled:
            put("\n" + mark + "n" + meddled[0] + "\n")
        elif process() == own:
            put("\n" + "".join([mark + line + "\n" for line in log]))
            put(mark + "z\n" + (mark + "t\n" if full else ""))
            stop(late)
debunk()
