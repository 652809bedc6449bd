

# ---- The run. ----


def say(text):
    """Prints a line without anything that a terminal would obey."""
    shown = "".join(one if one.isprintable() else "\ufffd" for one in text.replace("\t", " "))
    print(shown.encode("utf-8", "replace").decode("utf-8"), flush=True)


def described(action):
    if action["do"] == "look":
        return "look at the variables"
    at = action.get("at")
    more = ["at %d:%d" % (at["line"], at["column"]) if at else None]
    more += ["if " + action["condition"] if action.get("condition") else None]
    more += [action.get(field) for field in ("expression", "name", "text")]
    more += ["in frame %d" % action["frame"] if action.get("frame") else None]
    more += ["for " + action["context"] if action.get("context") else None]
    more += [action["order"].replace("-", " ") if action.get("order") else None]
    return " ".join([action["do"].replace("-", " ")] + [word for word in more if word])


def is_same(step, now):
    """What a debugger says about a refusal is its own business; the lines are those to compare."""
    saw = step["saw"]
    for word in ("crashed", "refused", "not set", "not removed"):
        if saw is not None and saw.startswith(word):
            return now["text"].startswith(word)
    return (saw is None or saw == now["text"]) and set(step["lines"]) <= set(now.get("lines", []))


def run(number, session, given):
    """Plays one session and gives the first difference, if there is one."""
    say("")
    say("Session %d of %d:" % (number, len(SESSIONS)))
    for index, line in enumerate(session["text"].splitlines(), 1):
        say("%5d  %s" % (index, line))
    difference = None
    answers = play(session, given)
    for index, step in enumerate(session["steps"]):
        now = next(answers, {"text": "nothing, since the session is over"})
        same = is_same(step, now)
        say("%3d. %s -> %s" % (index + 1, described(step["action"]), now["text"]))
        for line in now.get("lines", []):
            say("       " + line)
        if not same:
            say("     debunk saw: " + ", ".join([step["saw"] or "variables"] + step["lines"]))
        if index == session["wrongStep"]:
            mark = session["mark"] if same else "which it called " + session["mark"]
            say("     %s: %s" % (mark, session["expectation"]))
        if not same and difference is None:
            difference = "step %d of session %d now shows %s" % (index + 1, number, now["text"])
    answers.close()
    return difference


def main():
    given = sys.argv[1] if len(sys.argv) > 1 else None
    say("Found on %s." % FOUND_ON)
    differences = [run(number, session, given) for number, session in enumerate(SESSIONS, 1)]
    first = next((one for one in differences if one), None)
    say("")
    say("not reproduced: " + first if first else "reproduced: the debugger did what debunk saw")
    return 0 if first else 1


if __name__ == "__main__":
    try:
        code = main()
    except (Trouble, OSError, subprocess.SubprocessError, KeyError, ValueError) as trouble:
        say("trouble: %s: %s" % (type(trouble).__name__, trouble))
        code = 2
    sys.stdout.flush()
    sys.exit(code)
