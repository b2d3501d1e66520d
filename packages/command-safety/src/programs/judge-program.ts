import { judgeLexicalPath } from "../paths/judge-path.ts";
import type { Call, CommandContext } from "../command-context.ts";
import { handlerOf } from "../handlers/handlers.ts";
import { judgePackageScripts } from "../scripts/project-scripts.ts";
import { judgeSkillPlace } from "../scripts/skill-place.ts";
import { isKnown, UNKNOWN } from "../shell/unknown.ts";
import { runInterpreter } from "./interpreters.ts";
import { asksForHelp, judgeEffects } from "./judge-effects.ts";
import { isToolPath, runFile } from "./run-file.ts";
import { runWrapper } from "./run-wrapper.ts";
import { touchKnown } from "./touch-known.ts";

/** Says what a program does: by what it wraps or interprets, by its rows, by its handler. Gives what it prints where that is known. */
export function judgeProgram(call: Call, context: CommandContext, record: () => void): string | undefined {
  if (call.program.includes("/") && !isNamedTool(call, context)) {
    record();
    runOwnFile(call, context);
    // Build programs that a project carries along have the actions of the ones that they stand for.
    judgeEffects(call, context);
    sweepCredentials(call, context);
    return UNKNOWN;
  }
  if (/^(npm|pnpm|yarn|bun)$/.test(call.name)) judgePackageScripts(call, context);
  const wrapped = runWrapper(call, context, record);
  if (wrapped !== undefined) return wrapped;
  judgeSkillPlace(call, context);
  sweepCredentials(call, context);
  const interpreted = runInterpreter(call, context, record);
  if (interpreted !== undefined) return interpreted;
  record();
  if (asksForHelp(call.args)) return UNKNOWN;
  judgeEffects(call, context);
  if (/^(npm|pnpm|yarn|bun|pip3?|uv|poetry|cargo|gem)$/.test(call.name)) notePackage(call, context);
  const { whole, beside } = handlerOf(call.name);
  beside?.(call, context);
  if (whole === undefined || call.name === "git") touchKnown(call, context);
  return whole?.(call, context) ?? undefined;
}

function isNamedTool({ program }: Call, context: CommandContext): boolean {
  const path = context.resolve(program);
  if (path === undefined) return context.state.remote;
  if (context.state.files.has(path)) return false;
  const isTool = isToolPath(path, context.places);
  if (isTool && !context.state.remote) context.effect({ kind: "execute", program });
  return isTool || context.state.remote;
}

function runOwnFile({ program, args, stdin, environment }: Call, context: CommandContext): void {
  const run = (text: string): void => {
    const [, interpreter = "sh"] = /^#!\s*(?:\S*\/)?(?:env\s+(?:-S\s+)?)?([\w.]+)/.exec(text) ?? [];
    if (/^(ba|da|z|k|a)?sh$/.test(interpreter)) context.script(text, { stdin, positional: args });
    else context.code(interpreter.replace(/[\d.]+$/, ""), text);
  };
  runFile(program, { args, stdin, environment, run }, context);
}

function notePackage({ name, args }: Call, context: CommandContext): void {
  const [action, target] = args.filter((word) => !word.startsWith("-"));
  if (!/^(i|install|add|ci|sync|get)$/.test(action ?? "")) return;
  context.effect({
    kind: "package",
    manager: name,
    ...(target !== undefined && isKnown(target) && { name: target }),
  });
}

/** Programs that name a path without reading what is in it, or that exist to use the credentials there. */
const namesOnly: ReadonlySet<string> = new Set(
  `echo printf ls stat test [ cd pushd file du tree eza find fd fdfind mkdir touch chmod chown chgrp rm rmdir unlink shred which type export
  ssh ssh-add ssh-keygen ssh-copy-id sftp mosh gh glab kubectl helm aws gcloud az gpg gpg2 git npm yarn pnpm docker podman terraform tofu ansible ansible-playbook
  restic true : exit return set basename dirname realpath readlink tee setfacl chattr crontab rsync scp install ln mv cp dd truncate`.split(
    /\s+/,
  ),
);

/** Any argument that leads to credentials counts as read, whatever the program is. */
function sweepCredentials({ name, args }: Call, context: CommandContext): void {
  if (namesOnly.has(name)) return;
  const skipsFirst = /^([efz]?grep|rg|ag|ack|sed|[gmn]?awk|jq|yq|perl|man|pgrep|pkill|tr)$/.test(name);
  let operands = 0;
  for (const [index, word] of args.entries()) {
    if (
      !word.startsWith("-") &&
      operands++ === 0 &&
      skipsFirst &&
      !/^-[a-zA-Z]*[ef]$/.test(args[index - 1] ?? "")
    )
      continue;
    if (!word.includes("/") && !word.startsWith(".")) continue;
    const [, path = word] =
      /^(?:-[-\w]*=?|[\w.]+=|@|\w+=@|file:\/\/)?(\/.*|\.\.?\/.*|[.\w].*)$/s.exec(word) ?? [];
    const absolute = context.resolve(path);
    if (absolute === undefined || !isKnown(absolute)) continue;
    if (judgeLexicalPath(absolute, "read", context.places)?.severity === "refuse" || /[*?[]/.test(absolute))
      context.touch("read", absolute);
  }
}
