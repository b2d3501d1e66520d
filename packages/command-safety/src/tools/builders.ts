import type { Judge } from "../desk.ts";
import { judgeMakefile } from "../scripts/project-scripts.ts";
import { isKnown } from "../shell/unknown.ts";

/** `make`: text given on the line that it runs, and folders elsewhere. */
export const make: Judge = (call, desk) => {
  const { args, stdin } = call;
  judgeMakefile(call, desk);
  for (const [index, word] of args.entries()) {
    const [, text = args[index + 1]] = /^(?:-E|--eval)(?:=([^]*))?$/.exec(word) ?? [];
    if (/^(-E|--eval)(=|$)/.test(word) && text !== undefined) makefile(text, desk);
    const [, name, value] = /^(SHELL|\.SHELLFLAGS|MAKEFLAGS|MAKEFILES|MAKE)\s*[:+]?=([^]*)$/.exec(word) ?? [];
    if (name !== undefined && !/^(\/bin\/|\/usr\/bin\/)?(ba|z|da)?sh$/.test(value ?? ""))
      desk.ask("environment.program", `It makes make use ${name}=${value}.`);
    const [, set = ""] = /^\w+\s*[:+?]?=([^]*)$/.exec(word) ?? [];
    if (/^\s*(sudo\s+)?(rm|dd|curl|wget|sh|bash|mkfs\S*|kill|shutdown|reboot)\s/.test(set)) desk.script(set);
    if (/^\w+=.*\$\(shell /.test(word)) desk.script(/\$\(shell ([^]*)\)/.exec(word)?.[1] ?? "");
    const file = /^(-f|--file|--makefile|-C|--directory)$/.test(word)
      ? args[index + 1]
      : /^(?:-f|-C|--file=|--directory=)(.+)$/.exec(word)?.[1];
    if (file === undefined) continue;
    if (file === "-" || file === "/dev/stdin") {
      if (stdin !== undefined && isKnown(stdin)) makefile(stdin, desk);
      else desk.ask("code.unknown", "What make is told to do shows only when it runs.");
    } else {
      const path = desk.resolve(file);
      const known = path === undefined ? undefined : desk.state.files.get(path);
      if (known !== undefined) makefile(known, desk);
      else if (path !== undefined && !path.startsWith(desk.places.workspace) && !desk.state.remote)
        desk.ask("execute.outside", `It runs ${path}, which lies outside the workspace.`);
    }
  }
};

function makefile(text: string, desk: { script(text: string): string }): void {
  for (const [, command] of text
    .replaceAll("$$", "$")
    .matchAll(
      /(?:^|\n)\t[@+-]*([^\n]+)|;\s*[@+-]*([^\n]+)|\$\(shell ([^\n]+)\)|\n?[^\n:]+:[^\n;]*;([^\n]+)/g,
    ))
    if (command !== undefined) desk.script(command);
  const [, tail] = /:[^;\n=]*;\s*[@+-]*([^]+)$/.exec(text) ?? [];
  if (tail !== undefined) desk.script(tail);
  for (const [, shell] of text.matchAll(/\$\(shell ([^\n]+?)\)/g))
    if (shell !== undefined) desk.script(shell);
}

/** `npx serve`-like servers and tools that listen to the network. */
export const listen: Judge = ({ name, args }, desk) => {
  const text = args.join(" ");
  for (const [index, word] of args.entries()) {
    if (word.startsWith("-") || !/^([/~]|\.\.)/.test(word) || /^--?(p|port)$/.test(args[index - 1] ?? ""))
      continue;
    const path = desk.resolve(word);
    if (path !== undefined && !path.startsWith(desk.places.workspace))
      desk.ask("network.listen", `It offers ${path} to the network.`);
  }
  if (/0\.0\.0\.0|--host(=|\s+)(0|true)\b|::$/.test(text))
    desk.ask("network.listen", `It offers something to the network: ${name} ${text}.`);
};

/** Options by which build tools take their orders from a file or folder of another place. */
const placeOption =
  /^(-f|-C|-P|-t|-p|-d|--file|--build-file|--buildfile|--directory|--dir|--cwd|--prefix|--manifest-path|--taskfile|--justfile|--rakefile|--project|--project-dir|--makefile|--config|--script)$/;

/** Tools that run what a file says: a file among downloads or in a scratch folder is nobody's project. */
export function judgeBuildPlace(
  args: readonly string[],
  desk: {
    resolve(path: string): string | undefined;
    ask(id: string, reason: string): void;
    readonly places: { readonly homedir: string; readonly workspace: string };
  },
): void {
  for (const [index, word] of args.entries()) {
    const [, option = word, value = args[index + 1]] = /^(--[\w-]+)=(.+)$/.exec(word) ?? [];
    if (value === undefined || !placeOption.test(option) || args.includes("--install")) continue;
    const path = desk.resolve(value);
    const { homedir, workspace } = desk.places;
    if (path === undefined || path.startsWith(workspace)) continue;
    if (/^\/(tmp|var\/tmp|dev\/shm)\//.test(path) || path.startsWith(`${homedir}/Downloads/`))
      desk.ask("execute.outside", `It takes its orders from ${path}.`);
  }
}

export const buildTools: RegExp =
  /^(npm|pnpm|yarn|bun|cargo|cmake|ant|gradle|mvn|just|task|rake|bundle|composer|bazel|ninja|meson|sbt|go-task|invoke|nox|tox|scons|waf|jake|gulp|grunt|mage|earthly|dagger|act|turbo|nx|lerna|deno|poetry|uv|pip|dotnet|msbuild|xcodebuild|swift|mix|stack|cabal|dune|zig|terraform|ansible-playbook|vagrant|packer|docker-compose|eslint|jest|vitest|webpack|vite|rollup)$/;
