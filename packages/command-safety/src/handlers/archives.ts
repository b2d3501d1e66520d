import type { CommandContext, ProgramHandler } from "../command-context.ts";
import { noteFetched } from "../command-context.ts";
import { isKnown, UNKNOWN } from "../shell/unknown.ts";
import { hasOption, operandsOf, readOptions } from "../programs/options.ts";
import { judgeSshOption } from "./network.ts";

const tarOptions = {
  flags: "AcdrtuxzjJZaBghiklmnoOpPsSUvwW?",
  values: "CfIbFgHKLMNTVX",
  longFlags:
    "create extract list append update gzip bzip2 xz zstd verbose keep-old-files overwrite absolute-names preserve-permissions recursion auto-compress delete remove-files to-stdout get diff compare unlink-first",
  longValues:
    "directory file use-compress-program exclude transform strip-components checkpoint checkpoint-action to-command files-from owner group mode mtime newer format info-script new-volume-script rsh-command rmt-command one-top-level starting-file exclude-from",
  anywhere: true,
};
const packers =
  /^(\S*\/)?(gzip|pigz|bzip2|pbzip2|xz|pixz|zstd(mt)?|lz4|lzip|lzma|lzop|brotli|zst)( -[\w=-]+)*$/;

/** `tar`: programs that it runs, where it unpacks, what it packs. */
export const tar: ProgramHandler = ({ args, downloaded }, context) => {
  const [first = "", ...rest] = args;
  const { options, all, operands } = readOptions(
    /^[a-zA-Z]+$/.test(first) ? oldStyle(first, rest) : args,
    tarOptions,
  );
  for (const [name, value] of all) {
    const runs =
      /^(to-command|info-script|new-volume-script|rsh-command|rmt-command|F)$/.test(name) ||
      (name === "checkpoint-action" && value.includes("exec=")) ||
      (/^(I|use-compress-program)$/.test(name) && !packers.test(value));
    if (!runs) continue;
    context.ask("code.runs-program", `It makes tar run a program: ${value}.`);
    context.script(value.replace(/^.*?exec=/, ""));
  }
  const folder = options.get("C") ?? options.get("directory");
  const archive = options.get("f") ?? options.get("file");
  if (options.has("x") || options.has("extract") || options.has("get")) {
    context.touch("write", folder ?? ".");
    noteUnpacked(archive, downloaded, folder, context);
    if (options.has("P") || options.has("absolute-names"))
      context.ask("system.write", "It unpacks files to wherever the archive says.");
  } else if (!options.has("t") && !options.has("list")) {
    if (archive !== undefined && archive !== "-" && !archive.includes(":")) context.touch("write", archive);
    const base = folder === undefined ? "" : `${folder}/`;
    for (const each of operands) {
      context.touch("read", each.startsWith("/") ? each : base + each, { recursive: true });
      if (options.has("remove-files"))
        context.ask("delete.recursive", `It deletes ${each} after packing it.`, [each]);
    }
  }
};

/** What is unpacked from an archive that was just brought here is as little read as the archive. */
function noteUnpacked(
  archive: string | undefined,
  isFromNetwork: boolean,
  folder: string | undefined,
  context: CommandContext,
): void {
  const known =
    archive === undefined ? undefined : context.state.files.get(context.resolve(archive) ?? archive);
  if (isFromNetwork || (known !== undefined && !isKnown(known))) noteFetched(folder ?? ".", context);
}

function oldStyle(letters: string, rest: readonly string[]): readonly string[] {
  const words = [...rest];
  const args = [...letters].flatMap((letter) =>
    tarOptions.values.includes(letter) ? [`-${letter}`, words.shift() ?? ""] : [`-${letter}`],
  );
  return [...args, ...words];
}

/** `unzip`, `7z` and others that unpack into a folder. */
export const unpack: ProgramHandler = ({ args }, context) => {
  const { options } = readOptions(args, { flags: "ojlqtnuvpZ", values: "dxP", anywhere: true });
  const folder = options.get("d") ?? args.find((word) => /^-o./.test(word))?.slice(2);
  noteUnpacked(
    operandsOf(args).find((word) => /\.\w+$/.test(word)),
    false,
    folder,
    context,
  );
  if (!/^-[lptvZ]$/.test(args[0] ?? "")) context.touch("write", folder ?? ".");
};

export const zip: ProgramHandler = ({ args }, context) => {
  const { operands, options } = readOptions(args, {
    flags: "rqj0123456789ueyXDTmFvg@",
    values: "xiPbtnsO",
    longFlags: "recurse-paths encrypt move",
    longValues: "unzip-command exclude include",
    anywhere: true,
  });
  const [archive, ...files] = operands;
  if (archive !== undefined && archive !== "-") context.touch("write", archive);
  for (const each of files) context.touch("read", each, { recursive: hasOption(args, "r") });
  if (options.has("m") || options.has("move"))
    context.ask("delete.recursive", "It deletes what it has packed.");
};

/** `rsync`, `scp`, `sftp`: copies to and from other machines. */
export const copyBetween: ProgramHandler = ({ name, args }, context) => {
  const isSync = name === "rsync";
  const { options, all, operands } = readOptions(
    args,
    isSync
      ? {
          flags: "avzrlptgoDnqHSxuhPBcCRbWAXEymd46",
          values: "efTMB",
          longFlags:
            "delete delete-after delete-before delete-during delete-excluded remove-source-files dry-run archive",
          longValues:
            "rsh rsync-path exclude include filter exclude-from include-from files-from port bwlimit log-file temp-dir partial-dir compare-dest link-dest chmod chown out-format info",
          anywhere: true,
        }
      : { flags: "346ABCOpqRrTv", values: "cDFiJloPSX", anywhere: true },
  );
  if (isSync && (options.has("n") || options.has("dry-run"))) return;
  if (isSync && [...options.keys()].some((option) => /^(del(ete)?(-\w+)*|remove-source-files)$/.test(option)))
    context.ask("delete.sync", "It deletes files that the other side does not have, or the source.");
  const shell = isSync ? (options.get("e") ?? options.get("rsh")) : options.get("S");
  if (shell !== undefined && shell !== "")
    context.script(/^ssh\b/.test(shell) ? `${shell.replace("ssh", "ssh -N")} host` : shell);
  for (const [option, value] of all) if (!isSync && option === "o") judgeSshOption(value, context);
  const target = operands.at(-1);
  if (target === undefined) return;
  for (const source of operands.slice(0, -1))
    if (!isRemote(source)) context.touch("read", source, { recursive: true });
    else if (!isRemote(target))
      context.state.files.set(
        context.resolve(`${target}/${source.split(/[/:]/).at(-1) ?? ""}`) ?? target,
        UNKNOWN,
      );
  if (isRemote(target)) {
    context.effect({ kind: "network", host: target.split(":")[0]?.split("@").at(-1) });
    context.ask("network.upload", `It copies files to ${target}.`);
  } else if (name === "sftp") context.ask("network.remote", `It works on the machine ${target}.`);
  else context.touch("write", target, { recursive: true });
};

function isRemote(place: string): boolean {
  return /^(\w[\w.-]*@)?[\w.-]+:|^(rsync|scp|sftp|ssh):\/\//.test(place);
}
