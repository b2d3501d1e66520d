import type { CommandContext, ProgramHandler } from "../command-context.ts";
import { isWorkspaceOrScratch, judgeLexicalPath } from "../paths/judge-path.ts";
import { hasOption, operandsOf } from "../programs/options.ts";
import { isKnown } from "../shell/unknown.ts";

/** `chmod`: opening files to everybody, and rights of root for a program. */
export const chmod: ProgramHandler = ({ args }, context) => {
  const isOption = (word: string): boolean => /^-[RvcfhHLP]+$|^--/.test(word);
  const hasReference = args.some((word) => word.startsWith("--reference"));
  const words = args.filter((word) => !isOption(word));
  const [mode = "", ...targets] = hasReference ? ["", ...words] : words;
  const isRecursive = hasOption(args.filter(isOption), "R", ["recursive"]);
  if (hasReference || !isKnown(mode))
    context.ask("permissions.mode", "Which rights it gives shows only when it runs.");
  if (opensToAll(mode))
    context.ask("permissions.open", `It lets everybody write: chmod ${mode} ${targets.join(" ")}.`, targets);
  if (/^[2467]\d{3}$|[ugo]*[+=][rwxX]*s|\+s/.test(mode))
    context.ask(
      "permissions.setuid",
      `It lets a program run with the rights of its owner: chmod ${mode}.`,
      targets,
    );
  for (const target of targets) {
    if (isRecursive) judgeWhole(target, context);
    const path = context.resolve(target);
    if (
      path !== undefined &&
      letsOthersRead(mode) &&
      judgeLexicalPath(path, "read", context.places)?.severity === "refuse"
    )
      context.ask("permissions.open", `It lets others read ${path}, which holds credentials.`);
    const isOwn = path !== undefined && isKnown(path) && isWorkspaceOrScratch(path, context.places);
    const isHome = path !== undefined && path.startsWith(`${context.places.homedir}/`) && !isRecursive;
    if (!isOwn && !(isHome && /^([0-6]?[0-7]00|[ugo]*-[rwx]+|go=|u\+\w+|\+x|700|755|644)$/.test(mode)))
      context.ask("permissions.outside", `It changes who may use ${path ?? target}.`, [target]);
    else if (isRecursive && path === context.places.workspace && !/^[ugoa]*[+=]r?[wX]*X?$/.test(mode))
      context.ask("permissions.recursive", "It changes who may use everything in the workspace.");
  }
  return "";
};

/** The whole system without its rights does not start any more. */
function judgeWhole(target: string, context: CommandContext): void {
  const path = context.resolve(target.replace(/\/\*$/, "/"));
  if (path !== undefined && !context.state.remote && /^\/(etc|usr|bin|sbin|lib|lib64|boot)?$/.test(path))
    context.refuse("permissions.root", `It would change the rights of everything in ${path}.`);
}

function opensToAll(mode: string): boolean {
  if (/^[0-7]{1,5}$/.test(mode)) return (Number(mode.at(-1)) & 2) !== 0;
  return (
    mode.split(",").some((each) => /^(?:[ug]*[oa][ugoa]*|)[+=][rxXst]*w/.test(each) && each !== "+w") ||
    /^\+w$|^[augo]*o[augo]*=[augo]*[ug]$/.test(mode)
  );
}

function letsOthersRead(mode: string): boolean {
  return /^[0-7]?[0-7][4-7][0-7]$|^[0-7]?[0-7]{2}[4-7]$|^[augo]*[ago][augo]*[+=]\w*r/.test(mode);
}

/** `chown` and `chgrp`. */
export const chown: ProgramHandler = ({ name, args }, context) => {
  const [owner = "", ...targets] = operandsOf(args);
  const isRecursive = hasOption(args, "R", ["recursive"]);
  if (isRecursive) for (const target of targets) judgeWhole(target, context);
  const isOwn = targets.every((target) => {
    const path = context.resolve(target);
    return (
      path !== undefined &&
      isKnown(path) &&
      isWorkspaceOrScratch(path, context.places) &&
      path !== context.places.workspace
    );
  });
  if (!isOwn || isRecursive || /^(root|0)(:|$)/.test(owner))
    context.ask("permissions.owner", `It changes who owns ${targets.join(", ")}: ${name} ${owner}.`, targets);
};
