import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { denoArguments, denoEnvironment, denoImports } from "../deno/deno-arguments.ts";
import { javascriptModule } from "./javascript-module.ts";
import { javascriptStart } from "./javascript-start.ts";
import type { Language, PrepareOptions } from "./language.ts";

/** Finds Deno, or fetches it. */
export type FindDeno = (options: Pick<PrepareOptions, "signal" | "progress">) => Promise<string>;

/**
 * Runs JavaScript or TypeScript as a module.
 *
 * @param findDeno What it runs in, with the permissions of Deno. @default the Node that runs this
 */
export function javascriptLanguage(findDeno?: FindDeno): Language {
  return {
    name: "javascript",
    async forSession(code) {
      const { keepNames } = await import("./keep-names.ts");
      return await keepNames(code);
    },
    async prepare({ folder, tools, limits, signal, progress }) {
      const deno = await findDeno?.({ signal, progress });
      const module = join(folder, "node_modules", "hermes-tools");
      const index = join(module, "index.mjs");
      const start = join(folder, "start.cjs");
      const imports = join(folder, "imports.json");
      await mkdir(module, { recursive: true });
      await Promise.all([
        writeFile(
          start,
          javascriptStart(
            deno === undefined
              ? { modules: dirname(module), script: "script.mjs", tools: index }
              : // Its modules are found by a map: it makes no links for whoever may not read everything.
                { modules: undefined, script: "script.ts", tools: index },
          ),
        ),
        writeFile(index, javascriptModule(tools)),
        deno === undefined ? undefined : writeFile(imports, denoImports(index)),
        writeFile(
          join(module, "package.json"),
          '{"name":"hermes-tools","type":"module","exports":"./index.mjs"}\n',
        ),
      ]);
      const heapMegabytes = Math.max(64, Math.floor(limits.memoryMegabytes * 0.8));
      if (deno !== undefined) {
        return {
          command: deno,
          args: denoArguments({ folder, start, imports, heapMegabytes }),
          env: denoEnvironment(folder),
          readable: [],
          limitAddresses: false,
        };
      }
      return {
        command: process.execPath,
        args: [
          "--disable-warning=ExperimentalWarning",
          // Beyond it V8 ends the process; an address-space limit would silence it instead.
          `--max-old-space-size=${heapMegabytes}`,
          start,
        ],
        env: {},
        readable: [dirname(process.execPath)],
        limitAddresses: false,
      };
    },
  };
}
