import { diskDevice } from "../paths/protected-paths.ts";
import type { Call, ProgramHandler } from "../command-context.ts";
import { hasOption, operandsOf, readOptions } from "../programs/options.ts";
import type { OptionTable } from "../programs/options.ts";
import { isKnown } from "../shell/unknown.ts";

/** How the makers of file systems are told to write nothing. For some of them the same letter is a name or a size. */
function writesNothing(name: string, args: readonly string[]): boolean {
  if (args.some((word) => /^--(dry-run|no-action|no-write)$/.test(word))) return true;
  const type = args.find((_, index) => /^(-t|--type)$/.test(args[index - 1] ?? ""));
  const kind = name === "mkfs" ? (type ?? "ext2") : name.replace(/^(mkfs\.|mk|new)/, "");
  // What stands behind an option that may take it as its value is none: `-L -n`.
  const flags = args.filter((word, index) => {
    const before = args[index - 1] ?? "";
    return plainFlag.test(word) && (!before.startsWith("-") || plainFlag.test(before));
  });
  if (/^(ext[234]|e2fs|ntfs|nilfs2|udffs)$/.test(kind)) return hasOption(flags, "n");
  return /^(xfs|fs|fs_hfs|fs_apfs|fs_msdos)$/.test(kind) && hasOption(flags, "N");
}

const plainFlag = /^-[cFfnNqvV]+$/;

/** `mkfs` and its kin: a new file system is the end of the old one. */
export const makeFileSystem: ProgramHandler = ({ name, args }, context) => {
  const targets = operandsOf(args);
  if (targets.length === 0 || writesNothing(name, args) || (args[0] === "-V" && name !== "mkfs")) return;
  const isFile = targets.every(
    (each) => isKnown(each) && (!each.startsWith("/dev/") || each.startsWith("/dev/shm/")),
  );
  if (isFile) context.ask("disk.format", `It makes a file system in ${targets.join(", ")}.`);
  else context.refuse("disk.format", `It would erase a disk: ${name} ${args.join(" ")}.`);
};

interface PartitionTool extends OptionTable {
  /** Any of these options makes it only look. */
  readonly looks: string;
  /** It only looks where it is given no other options. */
  readonly only?: string | undefined;
}

/** Tools for partitions, with the options that need no question. Any other use of one on a disk changes it. */
const partitionTools: Readonly<Record<string, PartitionTool>> = {
  parted: {
    looks: "l list v version h help",
    flags: "lvhsm",
    values: "a",
    longFlags: "list version help script machine",
    anywhere: true,
  },
  fdisk: {
    looks: "l x v V h s list list-details version help getsz",
    flags: "lxBvVhsn",
    values: "bCHStowW",
    glued: "cuL",
    longFlags: "list list-details version help getsz",
    longValues: "sector-size type output wipe",
    anywhere: true,
  },
  sfdisk: {
    looks:
      "d J l F s T V g v h n dump json list list-free show-size list-types verify show-geometry version help no-act",
    flags: "AdJlFsTVgvhnrbqfaML",
    values: "NOowWXYu",
    longFlags:
      "activate dump json list list-free show-size list-types verify show-geometry version help no-act delete backup",
    longValues: "backup-file output partno wipe label",
    anywhere: true,
  },
  sgdisk: {
    looks: "P pretend",
    only: "p v V L D E F f O i b a print verify version list-types help info backup set-alignment display-alignment end-of-largest first-in-largest first-aligned-in-largest print-mbr",
    flags: "CDeEfFgGILoOpPsvVzZ",
    values: "aAbBcdhijklmnNrRStTuU",
    longFlags: "pretend print verify version list-types help",
    longValues: "info backup set-alignment",
    anywhere: true,
  },
  gdisk: { looks: "l", flags: "l" },
  cfdisk: { looks: "r read-only V version h", flags: "rVhz", longFlags: "read-only version" },
};

/** What is typed into such a tool, or stands behind the disk: only orders that look. */
const looksOnly: Readonly<Record<string, RegExp>> = {
  parted:
    /^\s*((unit|u|select) \S+|align-check \S+ \S+|(print|p)( (devices|free|list|all|\d+))*|help|version|quit|q|\s)*\s*$/,
  fdisk: /^\s*([pilmFvq?]?|\d+)(\s+([pilmFvq?]|\d+))*\s*$/,
  gdisk: /^\s*([pilmFvq?]?|\d+)(\s+([pilmFvq?]|\d+))*\s*$/,
};

/** `parted`, `fdisk`, `sgdisk` and their kin: whatever does more than list, back up or pretend. */
export const partition: ProgramHandler = (call, context) => {
  const { name, args, stdin } = call;
  if (args.length === 0 || onlyLooksAt(call)) return;
  const text = args.join(" ");
  if (args.some((word) => diskDevice.test(word) || !isKnown(word)) || stdin !== undefined)
    context.refuse("disk.partition", `It would change the partitions of a disk: ${name} ${text}.`);
};

function onlyLooksAt({ name, args, stdin }: Call): boolean {
  const tool = partitionTools[name] ?? { looks: "" };
  const { options, all, operands } = readOptions(args, tool);
  if (tool.looks.split(" ").some((option) => options.has(option))) return true;
  const { only } = tool;
  if (only !== undefined) return all.every(([option]) => only.split(" ").includes(option));
  const orders = looksOnly[name];
  const words = operands.slice(1).join(" ");
  if (orders === undefined || (words === "" && stdin === undefined && name !== "parted")) return false;
  return orders.test(words) && (stdin === undefined || (isKnown(stdin) && orders.test(stdin)));
}
