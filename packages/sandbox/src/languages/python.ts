import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Python } from "./find-python.ts";
import type { Language } from "./language.ts";
import { pythonModule } from "./python-module.ts";

/** Runs Python isolated from the person's settings, with the packages that are installed. */
export function pythonLanguage(findPython: () => Promise<Python>): Language {
  return {
    name: "python",
    forSession: (code) => code,
    async prepare({ folder, tools }) {
      const python = await findPython();
      const start = join(folder, "start.py");
      await Promise.all([
        writeFile(join(folder, "hermes_tools.py"), pythonModule(tools)),
        writeFile(start, startScript(folder, python.packages)),
      ]);
      return {
        command: python.executable,
        // Isolated and without `site`, which takes longer than everything else; the paths are set by hand instead.
        args: ["-I", "-S", "-B", "-u", "-X", "utf8", "-X", "frozen_modules=on", start],
        env: {},
        readable: python.readable,
        limitAddresses: true,
      };
    },
  };
}

/** Runs what it is sent as `__main__`, in names of its own; a traceback begins in the script. */
function startScript(folder: string, packages: readonly string[]): string {
  return `import sys

def execute(text, main):
    try:
        exec(compile(text, "script.py", "exec"), main.__dict__)
        return 0
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        print(end.code, file=sys.stderr)
        return 1
    except BaseException as error:
        import linecache, traceback
        linecache.cache["script.py"] = (len(text), None, text.splitlines(True), "script.py")
        trace = error.__traceback__.tb_next if error.__traceback__ else None
        traceback.print_exception(type(error), error, trace)
        return 1

def serve():
    early = sys.argv[1:] == ["early"]
    sys.path[:0] = [${JSON.stringify(folder)}]
    sys.path += ${JSON.stringify(packages)}
    sys.argv = ["script.py"]
    main = sys.modules["__main__"] = type(sys)("__main__")
    main.__builtins__ = __builtins__
    main.__file__ = "script.py"
    if early:
        import hermes_tools
    source = sys.stdin.buffer
    mark, size = source.readline().split()
    text = source.read(int(size)).decode()
    if mark == b"once":
        sys.exit(execute(text, main))
    # Code shall not read what comes next, nor close what its end is told by.
    import os
    source = os.fdopen(os.dup(0), "rb")
    nothing = os.open("/dev/null", os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    streams = [os.dup(1), os.dup(2)]
    while True:
        status = execute(text, main)
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except Exception:
                pass
        for stream in streams:
            os.write(stream, b"\\0%s%d\\n" % (mark, 0 if status == 0 else 1))
        line = source.readline()
        if not line:
            break
        mark, size = line.split()
        text = source.read(int(size)).decode()
serve()
`;
}
