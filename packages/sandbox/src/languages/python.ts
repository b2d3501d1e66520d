import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Python } from "./find-python.ts";
import type { Language } from "./language.ts";
import { pythonModule } from "./python-module.ts";

/** Runs Python isolated from the person's settings, with the packages that are installed. */
export function pythonLanguage(findPython: () => Promise<Python>): Language {
  return {
    name: "python",
    async prepare(code, { folder, tools }) {
      const python = await findPython();
      await Promise.all([
        writeFile(join(folder, "script.py"), code),
        writeFile(join(folder, "hermes_tools.py"), pythonModule(tools)),
        writeFile(join(folder, "start.py"), startScript(folder, python.packages)),
      ]);
      return {
        command: python.executable,
        // Isolated and without `site`, which takes longer than everything else; the paths are set by hand instead.
        args: ["-I", "-S", "-B", "-u", "-X", "utf8", "-X", "frozen_modules=on", join(folder, "start.py")],
        env: {},
        readable: python.readable,
        limitAddresses: true,
      };
    },
  };
}

/** Runs the script as `__main__`, in its own fresh names; a traceback begins in the script. */
function startScript(folder: string, packages: readonly string[]): string {
  return `import sys
def run():
    sys.path[:0] = [${JSON.stringify(folder)}]
    sys.path += ${JSON.stringify(packages)}
    sys.argv = ["script.py"]
    with open(${JSON.stringify(join(folder, "script.py"))}, encoding="utf-8") as file:
        text = file.read()
    main = sys.modules["__main__"] = type(sys)("__main__")
    main.__builtins__ = __builtins__
    main.__file__ = "script.py"
    try:
        exec(compile(text, "script.py", "exec"), main.__dict__)
    except SystemExit:
        raise
    except BaseException as error:
        import linecache, traceback
        linecache.cache["script.py"] = (len(text), None, text.splitlines(True), "script.py")
        trace = error.__traceback__.tb_next if error.__traceback__ else None
        traceback.print_exception(type(error), error, trace)
        sys.exit(1)
run()
`;
}
