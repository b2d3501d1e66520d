import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { javascriptModule } from "./javascript-module.ts";
import { javascriptStart } from "./javascript-start.ts";
import type { Language } from "./language.ts";

/** Runs JavaScript or TypeScript as a module on the Node that runs this. */
export function javascriptLanguage(): Language {
  return {
    name: "javascript",
    async forSession(code) {
      const { keepNames } = await import("./keep-names.ts");
      return await keepNames(code);
    },
    async prepare({ folder, tools, limits }) {
      const module = join(folder, "node_modules", "hermes-tools");
      const start = join(folder, "start.cjs");
      await mkdir(module, { recursive: true });
      await Promise.all([
        writeFile(
          start,
          javascriptStart({ modules: join(folder, "node_modules"), tools: join(module, "index.mjs") }),
        ),
        writeFile(join(module, "index.mjs"), javascriptModule(tools)),
        writeFile(
          join(module, "package.json"),
          '{"name":"hermes-tools","type":"module","exports":"./index.mjs"}\n',
        ),
      ]);
      return {
        command: process.execPath,
        args: [
          "--disable-warning=ExperimentalWarning",
          // Beyond it V8 ends the process; an address-space limit would silence it instead.
          `--max-old-space-size=${Math.max(64, Math.floor(limits.memoryMegabytes * 0.8))}`,
          start,
        ],
        env: {},
        readable: [dirname(process.execPath)],
        limitAddresses: false,
      };
    },
  };
}
