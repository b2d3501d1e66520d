import type { Judge } from "../desk.ts";
import { hasOption, operandsOf, readOptions } from "../programs/options.ts";
import type { OptionTable } from "../programs/options.ts";
import { isKnown } from "../shell/unknown.ts";

/** How the makers of file systems are told to write nothing. For some of them the same letter is a name or a size. */
function writesNothing(name: string, args: readonly string[]): boolean {
  if (args.some((word) => /^--(dry-run|no-action|no-write)$/.test(word))) return true;
  const type = args.find((_, index) => /^(-t|--type)$/.test(args[index - 1] ?? ""));
  const kind = name === "mkfs" ? (type ?? "ext2") : name.replace(/^(mkfs\.|mk|new)/, "");
  if (/^(ext[234]|e2fs|ntfs|nilfs2|udffs)$/.test(kind)) return hasOption(plainFlags(args), "n");
  return /^(xfs|fs|fs_hfs|fs_apfs|fs_msdos)$/.test(kind) && hasOption(plainFlags(args), "N");
}

const plainFlag = /^-[cFfnNqvV]+$/;

/** What stands behind an option that may take it as its value is none: `-L -n`. */
function plainFlags(args: readonly string[]): readonly string[] {
  return args.filter((word, index) => {
    const before = args[index - 1] ?? "";
    return plainFlag.test(word) && (!before.startsWith("-") || plainFlag.test(before));
  });
}

/** `mkfs` and its kin: a new file system is the end of the old one. */
export const makeFileSystem: Judge = ({ name, args }, desk) => {
  const targets = operandsOf(args);
  if (targets.length === 0 || writesNothing(name, args) || (args[0] === "-V" && name !== "mkfs")) return;
  const isFile = targets.every(
    (target) => isKnown(target) && (!target.startsWith("/dev/") || target.startsWith("/dev/shm/")),
  );
  if (isFile) desk.ask("disk.format", `It makes a file system in ${targets.join(", ")}.`);
  else desk.refuse("disk.format", `It would erase a disk: ${name} ${args.join(" ")}.`);
};

const wipefsOptions: OptionTable = {
  flags: "abfhiJnpqV",
  values: "oOt",
  longFlags: "all backup force parsable quiet no-act json noheadings lock version help",
  longValues: "offset output types",
  anywhere: true,
};

/** What a program would do to a disk: the end of what is on it, or a change that a person may allow. */
const diskDeeds: Readonly<Record<string, (args: readonly string[]) => "erases" | "changes" | undefined>> = {
  diskutil: (args) => {
    const verb = /^(apfs|cs|corestorage|appleraid|ar)$/i.test(args[0] ?? "") ? args[1] : args[0];
    return /^(erase|partition|zeroDisk|secureErase|randomDisk|reformat|delete|reset|split|merge)/i.test(
      verb ?? "",
    )
      ? "erases"
      : undefined;
  },
  hdparm: (args) => {
    if (
      args.some((word) =>
        /^--(security-erase|trim|yes-i-know|dco-(restore|setmax|freeze)|write-sector|repair-sector|make-bad)/.test(
          word,
        ),
      )
    )
      return "erases";
    return args.some((word) => /^-[WBSMKyYz]\d*$/.test(word)) ? "changes" : undefined;
  },
  nvme: ([action = ""]) => {
    if (/^(format|sanitize|delete-ns|write|write-zeroes|write-uncor)$/.test(action)) return "erases";
    return /^(reset|subsystem-reset|fw-(download|activate|commit)|create-ns|attach-ns|detach-ns|set-\w+)$/.test(
      action,
    )
      ? "changes"
      : undefined;
  },
  blkdiscard: (args) => (args.every((word) => /^-[Vh]$/.test(word)) ? undefined : "erases"),
  wipefs: (args) => {
    const { options } = readOptions(args, wipefsOptions);
    if (options.has("n") || options.has("no-act")) return undefined;
    return ["a", "all", "o", "offset"].some((option) => options.has(option)) ? "erases" : undefined;
  },
  cryptsetup: (args) => {
    const [action = ""] = operandsOf(args);
    if (/^(luksFormat|erase|luksErase)$/i.test(action)) return "erases";
    return /^(reencrypt|luks(KillSlot|RemoveKey|ChangeKey|AddKey|Close|HeaderRestore)|close|remove|(plain|loopaes|tcrypt|luks)Close)$/i.test(
      action,
    )
      ? "changes"
      : undefined;
  },
  badblocks: (args) => (hasOption(args, "w") ? "erases" : undefined),
  zpool: (args) =>
    /^(destroy|create|labelclear|split)$/.test(args[0] ?? "") && !args.includes("-n") ? "changes" : undefined,
  mdadm: (args) =>
    args.some((word) => /^(--(zero-superblock|create|fail|remove|stop)|-[CfrS])$/.test(word))
      ? "changes"
      : undefined,
};

/** Other programs that take a disk's content with them. */
export const diskTool: Judge = ({ name, args }, desk) => {
  const text = args.join(" ");
  const deed = Object.hasOwn(diskDeeds, name) ? diskDeeds[name]?.(args) : undefined;
  const isDisk = /\/dev\/(?!shm\/)|disk\d/.test(text) || !isKnown(text);
  if (deed === "erases" && isDisk) desk.refuse("disk.format", `It would erase a disk: ${name} ${text}.`);
  else if (deed !== undefined) desk.ask("disk.changed", `It changes or erases a disk: ${name} ${text}.`);
};

/** `ddrescue FROM TO [MAP]`: what is read is copied over what is written. */
export const rescue: Judge = ({ args }, desk) => {
  const [, ...written] = operandsOf(args);
  for (const target of written) desk.touch("write", target);
};

/** Mounts, kernel modules and settings, swap. */
export const kernel: Judge = ({ name, args }, desk) => {
  const text = args.join(" ");
  if (name === "mount" && args.some((word) => /^(-f|--fake)$/.test(word))) return;
  if (name === "mount" && (args.length === 0 || /^(-l|-V|--help|-t \w+)$/.test(text))) return;
  if (name === "sysctl" && !/(^| )(-w|--write|-p|--load|--system)( |$)|=/.test(text)) return;
  if (name === "losetup" && /^(-d|-D|--detach)/.test(text)) {
    desk.ask("disk.changed", `It takes disks away: ${name} ${text}.`);
    return;
  }
  if (
    /^(swapon|swapoff|losetup|dmsetup|modprobe)$/.test(name) &&
    (args.length === 0 ||
      (/^(-s|--show|-a$|-l$|--list|ls|info|status|table|-n|-D|--show-depends|-c|--showconfig)/.test(text) &&
        !/^-a$/.test(text)))
  )
    return;
  if (name === "dmesg") {
    if (/-[cC]\b|--(read-)?clear|-[nDE]/.test(text))
      desk.ask("traces.log", "It clears the messages of the kernel.");
    return;
  }
  if (/^(getenforce|sestatus)$/.test(name)) return;
  desk.ask("kernel.changed", `It changes the kernel, mounts or protections of the machine: ${name} ${text}.`);
};
