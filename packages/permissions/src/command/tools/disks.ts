import type { Judge } from "../desk.ts";
import { diskDevice } from "../../paths/protected-paths.ts";
import { hasOption, operandsOf } from "../programs/options.ts";
import { isKnown } from "../shell/unknown.ts";

/** `mkfs` and its kin: a new file system is the end of the old one. */
export const makeFileSystem: Judge = ({ name, args }, desk) => {
  const targets = operandsOf(args);
  if (targets.length === 0 || hasOption(args, "nN") || args[0] === "-V") return;
  const isFile =
    targets.every((target) => isKnown(target) && !target.startsWith("/dev/")) && name !== "diskutil";
  if (isFile) desk.ask("disk.format", `It makes a file system in ${targets.join(", ")}.`);
  else desk.refuse("disk.format", `It would erase a disk: ${name} ${args.join(" ")}.`);
};

/** `parted`, `fdisk`, `sgdisk` and their kin. */
export const partition: Judge = ({ name, args, stdin }, desk) => {
  const text = args.join(" ");
  const onlyLooks =
    /(^| )(-l|--list|print|-p|--print|-s \S+ print|-v|--version|-d|--dump|-i \d+)( |$)/.test(text) &&
    !/mklabel|mkpart|\brm\b|zap|resize/.test(text);
  if (onlyLooks || args.length === 0) return;
  const onDisk = args.some((word) => diskDevice.test(word) || !isKnown(word));
  if (onDisk || stdin !== undefined)
    desk.refuse("disk.partition", `It would change the partitions of a disk: ${name} ${text}.`);
};

/** Other programs that take a disk's content with them. */
export const diskTool: Judge = ({ name, args }, desk) => {
  const text = args.join(" ");
  const destroys: Readonly<Record<string, RegExp>> = {
    diskutil: /erase|partition|zeroDisk|secureErase|randomDisk|reformat|apfs delete/i,
    hdparm: /(^| )-[WBSMKyYz]\d*( |$)|--security-erase|--trim|--yes-i-know|--dco|--write-sector|--make-bad/,
    nvme: /^(format|sanitize|delete-ns|write|write-zeroes|reset|fw-)/,
    blkdiscard: /./,
    wipefs: /(^| )(-a|--all|-o|--offset|-af|-fa)( |$)/,
    cryptsetup: /luksFormat|erase|luksErase|reencrypt|luksKillSlot|luksRemoveKey|^(luks)?close|^remove\b/i,
    badblocks: /-w/,
    sfdisk: /./,
    zpool: /^(destroy|create|labelclear|split)/,
    mdadm: /--zero-superblock|--create|-C |--fail|--remove|--stop/,
    dcfldd: /of=/,
    ddrescue: /\/dev\//,
    pv: /-o \/dev|>\s*\/dev/,
    sgdisk: /-Z|--zap|-o|--clear|-d|-n/,
  };
  const pattern = Object.hasOwn(destroys, name) ? destroys[name] : undefined;
  const isHard =
    !/^-[WBSMKyYz]/.test(text) &&
    /^(diskutil|hdparm|nvme|blkdiscard|wipefs|cryptsetup|badblocks|dcfldd)$/.test(name) &&
    pattern?.test(text) === true &&
    (/\/dev\/|disk\d/.test(text) || !isKnown(text));
  if (isHard) desk.refuse("disk.format", `It would erase a disk: ${name} ${text}.`);
  else if (pattern?.test(text) === true)
    desk.ask("disk.changed", `It changes or erases a disk: ${name} ${text}.`);
};

/** Mounts, kernel modules and settings, swap. */
export const kernel: Judge = ({ name, args }, desk) => {
  const text = args.join(" ");
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
