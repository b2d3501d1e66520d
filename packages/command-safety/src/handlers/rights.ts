import type { Desk, Judge } from "../desk.ts";
import { isOwnGround, judgeLexicalPath } from "../paths/judge-path.ts";
import { hasOption, operandsOf } from "../programs/options.ts";
import { isKnown } from "../shell/unknown.ts";

/** `chmod`: opening files to everybody, and rights of root for a program. */
export const chmod: Judge = ({ args }, desk) => {
  const isOption = (word: string): boolean => /^-[RvcfhHLP]+$|^--/.test(word);
  const hasReference = args.some((word) => word.startsWith("--reference"));
  const words = args.filter((word) => !isOption(word));
  const [mode = "", ...targets] = hasReference ? ["", ...words] : words;
  const isRecursive = hasOption(args.filter(isOption), "R", ["recursive"]);
  if (hasReference || !isKnown(mode))
    desk.ask("permissions.mode", "Which rights it gives shows only when it runs.");
  if (opensToAll(mode))
    desk.ask("permissions.open", `It lets everybody write: chmod ${mode} ${targets.join(" ")}.`, targets);
  if (/^[2467]\d{3}$|[ugo]*[+=][rwxX]*s|\+s/.test(mode))
    desk.ask(
      "permissions.setuid",
      `It lets a program run with the rights of its owner: chmod ${mode}.`,
      targets,
    );
  for (const target of targets) {
    if (isRecursive) judgeWhole(target, desk);
    const path = desk.resolve(target);
    if (
      path !== undefined &&
      letsOthersRead(mode) &&
      judgeLexicalPath(path, "read", desk.places)?.severity === "refuse"
    )
      desk.ask("permissions.open", `It lets others read ${path}, which holds credentials.`);
    const isOwn = path !== undefined && isKnown(path) && isOwnGround(path, desk.places);
    const isHome = path !== undefined && path.startsWith(`${desk.places.homedir}/`) && !isRecursive;
    if (!isOwn && !(isHome && /^([0-6]?[0-7]00|[ugo]*-[rwx]+|go=|u\+\w+|\+x|700|755|644)$/.test(mode)))
      desk.ask("permissions.outside", `It changes who may use ${path ?? target}.`, [target]);
    else if (isRecursive && path === desk.places.workspace && !/^[ugoa]*[+=]r?[wX]*X?$/.test(mode))
      desk.ask("permissions.recursive", "It changes who may use everything in the workspace.");
  }
  return "";
};

/** The whole system without its rights does not start any more. */
function judgeWhole(target: string, desk: Desk): void {
  const path = desk.resolve(target.replace(/\/\*$/, "/"));
  if (path !== undefined && !desk.state.remote && /^\/(etc|usr|bin|sbin|lib|lib64|boot)?$/.test(path))
    desk.refuse("permissions.root", `It would change the rights of everything in ${path}.`);
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
export const chown: Judge = ({ name, args }, desk) => {
  const [owner = "", ...targets] = operandsOf(args);
  const isRecursive = hasOption(args, "R", ["recursive"]);
  if (isRecursive) for (const target of targets) judgeWhole(target, desk);
  const isOwn = targets.every((target) => {
    const path = desk.resolve(target);
    return (
      path !== undefined && isKnown(path) && isOwnGround(path, desk.places) && path !== desk.places.workspace
    );
  });
  if (!isOwn || isRecursive || /^(root|0)(:|$)/.test(owner))
    desk.ask("permissions.owner", `It changes who owns ${targets.join(", ")}: ${name} ${owner}.`, targets);
};
