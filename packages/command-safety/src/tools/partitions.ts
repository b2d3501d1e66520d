import { diskDevice } from "../paths/protected-paths.ts";
import type { Call, Judge } from "../desk.ts";
import { operandsOf, readOptions } from "../programs/options.ts";
import type { OptionTable } from "../programs/options.ts";
import { isKnown } from "../shell/unknown.ts";

/** `parted`, `fdisk`, `sgdisk` and their kin: whatever does more than list, back up or pretend. */
export const partition: Judge = (call, desk) => {
  const { name, args, stdin } = call;
  const reads = Object.hasOwn(onlyReads, name) ? onlyReads[name] : undefined;
  if (args.length === 0 || reads?.(call) === true) return;
  const text = args.join(" ");
  if (name === "kpartx") {
    desk.ask("disk.changed", `It makes or removes the devices of partitions: kpartx ${text}.`);
    return;
  }
  const onDisk = args.some((word) => diskDevice.test(word) || !isKnown(word));
  if (onDisk || stdin !== undefined)
    desk.refuse("disk.partition", `It would change the partitions of a disk: ${name} ${text}.`);
};

/** `sgdisk`: what it says without changing anything. Any other option does. */
const sgdiskReads: OptionTable = {
  flags: "pvVLDEFfO",
  values: "iba",
  longFlags:
    "print verify version list-types help display-alignment end-of-largest first-in-largest first-aligned-in-largest print-mbr",
  longValues: "info backup set-alignment",
  anywhere: true,
};
const sgdiskOptions: OptionTable = {
  flags: "CDeEfFgGILoOpPsvVzZ",
  values: "aAbBcdhijklmnNrRStTuU",
  longFlags: "pretend",
  anywhere: true,
};
const sfdiskOptions: OptionTable = {
  flags: "AdJlFsTVgvhnrbqfaML",
  values: "NOowWXYu",
  longFlags:
    "activate dump json list list-free show-size list-types verify show-geometry version help no-act reorder backup quiet force append no-reread no-tell-kernel bytes delete",
  longValues: "backup-file output partno wipe wipe-partitions label label-nested sector-size",
  anywhere: true,
};
const fdiskOptions: OptionTable = {
  flags: "lxBvVhsn",
  values: "bCHStowW",
  glued: "cuL",
  longFlags: "list list-details version help getsz bytes compatibility noauto-pt",
  longValues: "sector-size type output wipe wipe-partitions cylinders heads sectors color units protect-boot",
  anywhere: true,
};

const onlyReads: Readonly<Record<string, (call: Call) => boolean>> = {
  parted: ({ args, stdin }) => {
    if (args.some((word) => /^(-l|--list|-v|--version|-h|--help)$/.test(word))) return true;
    const words = operandsOf(args).slice(1);
    return partedReads(words) && (stdin === undefined || partedReads(stdin.split(/\s+/)));
  },
  fdisk: ({ args, stdin }) => {
    const { options } = readOptions(args, fdiskOptions);
    const lists = ["l", "x", "v", "V", "h", "s", "list", "list-details", "version", "help", "getsz"];
    return lists.some((option) => options.has(option)) || asksOnly(stdin);
  },
  gdisk: ({ args, stdin }) => args.includes("-l") || asksOnly(stdin),
  cfdisk: ({ args }) => args.some((word) => /^(-r|--read-only|-V|--version|-h)$/.test(word)),
  sgdisk: ({ args }) => {
    const { options } = readOptions(args, sgdiskOptions);
    return options.has("P") || options.has("pretend") || readOptions(args, sgdiskReads).unknown === undefined;
  },
  sfdisk: ({ args }) => {
    const { options } = readOptions(args, sfdiskOptions);
    const lists =
      "d J l F s T V g v h n dump json list list-free show-size list-types verify show-geometry version help no-act";
    return lists.split(" ").some((option) => options.has(option));
  },
  kpartx: ({ args }) => args.some((word) => /^-[a-z]*l/.test(word)),
  gpart: ({ args }) => {
    const [action = ""] = operandsOf(args);
    return /^(show|list|status|backup)$/.test(action) || (action.startsWith("/") && !args.includes("-W"));
  },
};

/** How many words follow a command of parted that changes nothing. */
const partedCommands: Readonly<Record<string, number>> = {
  ...{ print: 0, p: 0, unit: 1, u: 1, "align-check": 2, select: 1, help: 0, version: 0, quit: 0, q: 0 },
};

/** Whether a list of commands for parted only looks at the disk. */
function partedReads(words: readonly string[]): boolean {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "") continue;
    const isOfPrint = /^(devices|free|list|all|\d+)$/.test(word) && /^p(rint)?$/.test(words[at - 1] ?? "");
    const more = Object.hasOwn(partedCommands, word) ? partedCommands[word] : isOfPrint ? 0 : undefined;
    if (more === undefined) return false;
    at += more;
  }
  return true;
}

/** What is typed only asks for lists; nothing is written before the letter for it. */
function asksOnly(stdin: string | undefined): boolean {
  return (
    stdin !== undefined &&
    isKnown(stdin) &&
    stdin.split("\n").every((line) => /^\s*(p|i|l|m|F|v|q|\?|\d*)\s*$/.test(line))
  );
}
