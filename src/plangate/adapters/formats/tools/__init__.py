"""One file for each plan format; a file that is put here is a format, nothing else has to be told.

A format has a NAME (its file's, with dashes) and as much as it can do of

    KIND = "markdown"        what `read` is given: the text of a page, or for "json" the value in it
    RANK = 50                of several that recognise a file the lowest reads it
    looks_like(value, name)  whether a file is one, by content and file name
    read(value)              the plan in it: {"goal": …, "tasks": [{"id": …, "description": …}, …]}
    done(value)              the ids of the tasks that it says are done
    write(plan)              the text of a file from a `Written`
    rewrite(edit)            the file of an `Edit` with its tasks changed and all else as it was

Formats of others have the same shape and come by the entry-point group `plangate.formats`.
"""
