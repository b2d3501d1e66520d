import { mkdir, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { javascriptModule } from "./javascript-module.ts";
import type { Language } from "./language.ts";

/** Runs JavaScript or TypeScript as a module on the Node that runs this. */
export function javascriptLanguage(): Language {
  return {
    name: "javascript",
    async prepare(code, { folder, tools, limits }) {
      const module = join(folder, "node_modules", "hermes-tools");
      await mkdir(module, { recursive: true });
      await Promise.all([
        writeFile(join(folder, "script.mjs"), withoutTypes(code)),
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
          join(folder, "script.mjs"),
        ],
        env: {},
        readable: [dirname(process.execPath)],
        limitAddresses: false,
      };
    },
  };
}

/** Types become blanks, so that lines and columns stay. Code that is no TypeScript is left to Node to complain about. */
function withoutTypes(code: string): string {
  try {
    return stripTypeScriptTypes(code);
  } catch {
    return code;
  }
}
