import type { Desk, Judge } from "../desk.ts";
import { isOwnGround, judgeLexicalPath } from "../paths/judge-path.ts";
import { hasOption, operandsOf } from "../programs/options.ts";
import { isKnown } from "../shell/unknown.ts";

/** `chmod`: opening files to everybody, and rights of root for a program. */
export const chmod: Judge = ({ args }, desk) => {
  const reference = args.find((word) => word.startsWith("--reference"));
  const words = args.filter((word) => !/^-[RvcfhHLP]+$|^--/.test(word));
  const [mode = "", ...targets] = reference === undefined ? words : ["", ...words];
  const isRecursive = hasOption(
    args.filter((word) => /^-[RvcfHLP]+$|^--/.test(word)),
    "R",
    ["recursive"],
  );
  if (reference !== undefined)
    desk.ask("permissions.mode", `It takes rights over from another file: ${reference}.`);
  if (!isKnown(mode)) desk.ask("permissions.mode", "Which rights it gives shows only when it runs.");
  if (opensToAll(mode))
    desk.ask("permissions.open", `It lets everybody write: chmod ${mode} ${targets.join(" ")}.`, targets);
  if (/^[2467]\d{3}$|[ugo]*[+=][rwxX]*s|\+s/.test(mode) && !/^0/.test(mode))
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
      /^[0-7]?[0-7][0-7]?[4-7][0-7]$|^[0-7]?[0-7]{2}[4-7]$|^[augo]*[ago][augo]*[+=]\w*r/.test(mode) &&
      judgeLexicalPath(path, "read", desk.places)?.severity === "refuse"
    )
      desk.ask("permissions.open", `It lets others read ${path}, which holds credentials.`);
    const isOwn = path !== undefined && isKnown(path) && isOwnGround(path, desk.places);
    const isHome = path !== undefined && path.startsWith(`${desk.places.homedir}/`) && !isRecursive;
    if (!isOwn && !(isHome && /^([0-6]?[0-7]00|[ugo]*-[rwx]+|go=|u\+\w+|\+x|700|755|644)$/.test(mode)))
      desk.ask("permissions.outside", `It changes who may use ${path ?? target}.`, [target]);
    else if (isRecursive && path === desk.places.workspace && !/^[ugoa]*[+=]r?[wX]*X?$/.test(mode))
      desk.ask("permissions.recursive", "It changes who may use everything in the workspace.");
    if (isOwn && isRecursive && /^0{1,4}$|^[augo]*-[rwx]*r|^[augo]*=$/.test(mode))
      desk.ask("permissions.recursive", `It takes away every right on ${path}.`);
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
  if (/^[0-7]{3,5}$/.test(mode)) return (Number(mode.at(-1)) & 2) !== 0;
  if (/^[0-7]{1,2}$/.test(mode)) return (Number(mode.at(-1)) & 2) !== 0;
  return (
    mode.split(",").some((each) => /^(?:[ug]*[oa][ugoa]*|)[+=][rxXst]*w/.test(each) && !/^\+w$/.test(each)) ||
    /^\+w$|^[augo]*o[augo]*=[augo]*[ug]$/.test(mode)
  );
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

/** Programs that change rights in other ways. */
export const otherRights: Judge = ({ name, args }, desk) => {
  if ((args.length === 0 && !name.startsWith("aa-")) || /^(-l|--list|-p|--print-\w+|-h)$/.test(args[0] ?? ""))
    return;
  desk.ask("permissions.changed", `It changes rights or marks of files: ${name} ${args.join(" ")}.`);
};

export const xattr: Judge = (call, desk) => {
  if (hasOption(call.args, "dcw")) otherRights(call, desk);
};

/** Programs about users, passwords and their rights. */
export const accounts: Judge = ({ name, args }, desk) => {
  if (/^(-l|-S|--status|--list|-h|-c)$/.test(args[0] ?? "") && name !== "visudo") return;
  if (name === "passwd" && /^(-S|--status)$/.test(args[0] ?? "")) return;
  desk.ask("account.changed", `It changes users, passwords or their rights: ${name} ${args.join(" ")}.`);
};
