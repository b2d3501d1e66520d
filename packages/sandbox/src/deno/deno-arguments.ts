import { builtinModules } from "node:module";
import { join } from "node:path";

export interface DenoArgumentsOptions {
  /** Folder of the run: the only one that can be read, and whose scratch folder alone can be written. */
  readonly folder: string;
  /** The program that is started, in it. */
  readonly start: string;
  /** The import map, in it. */
  readonly imports: string;
  readonly heapMegabytes: number;
}

/** Those that every run is given. All others are as if they were not there. */
const variables = "PATH,HOME,TMPDIR,LANG,TERM,HERMES_TOOLS_SOCKET,HERMES_TOOLS_TOKEN";

/** Arguments that start a program with the permissions of a run: its own folder, and the socket of its tools. */
export function denoArguments(options: DenoArgumentsOptions): readonly string[] {
  const { folder, start, imports, heapMegabytes } = options;
  // A comma stands between paths.
  const own = folder.replaceAll(",", ",,");
  const socket = join(own, "tools.sock");
  return [
    ...["run", "--quiet", "--no-prompt", "--no-config", "--no-lock", "--no-code-cache"],
    ...["--no-remote", "--no-npm", "--deny-import"],
    `--import-map=${imports}`,
    `--allow-read=${own}`,
    // To connect by a path, as the modules of Node do, takes the right to write it too.
    `--allow-write=${join(own, "work")},${socket}`,
    `--allow-net=unix:${socket}`,
    `--allow-env=${variables}`,
    "--ignore-env",
    // Beyond it V8 ends the process; an address-space limit would silence it instead.
    `--v8-flags=--max-old-space-size=${heapMegabytes}`,
    start,
  ];
}

/** Variables for Deno itself: it keeps nothing beyond the run, and asks nobody for a newer version. */
export function denoEnvironment(folder: string): Readonly<Record<string, string>> {
  return { DENO_DIR: join(folder, "deno"), DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" };
}

/** The import map of a run: the module of its tools, and those of Node also without `node:`. */
export function denoImports(tools: string): string {
  const own = builtinModules.filter((name) => !name.startsWith("_")).map((name) => [name, `node:${name}`]);
  return JSON.stringify({ imports: { ...Object.fromEntries(own), "hermes-tools": tools } });
}
