import type { Judge } from "../desk.ts";
import { isKnown } from "../shell/unknown.ts";

/** `make`: text given on the line that it runs, and folders elsewhere. */
export const make: Judge = (call, desk) => {
  const { args, stdin } = call;
  for (const [index, word] of args.entries()) {
    const [, text = args[index + 1]] = /^(?:-E|--eval)(?:=([^]*))?$/.exec(word) ?? [];
    if (/^(-E|--eval)(=|$)/.test(word) && text !== undefined) makefile(text, desk);
    const [, name, value] = /^(SHELL|\.SHELLFLAGS|MAKEFLAGS|MAKEFILES|MAKE)\s*[:+]?=([^]*)$/.exec(word) ?? [];
    if (name !== undefined && !/^(\/bin\/|\/usr\/bin\/)?(ba|z|da)?sh$/.test(value ?? ""))
      desk.ask("environment.program", `It makes make use ${name}=${value}.`);
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
  if (/0\.0\.0\.0|--host(=|\s+)(0|true)\b|::$/.test(text))
    desk.ask("network.listen", `It offers something to the network: ${name} ${text}.`);
};
