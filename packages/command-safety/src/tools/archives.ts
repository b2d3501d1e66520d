import type { Desk, Judge } from "../desk.ts";
import { noteFetched } from "../desk.ts";
import { isKnown, UNKNOWN } from "../shell/unknown.ts";
import { hasOption, operandsOf, readOptions } from "../programs/options.ts";

const tarOptions = {
  flags: "AcdrtuxzjJZaBghiklmnoOpPsSUvwW?",
  values: "CfIbFgHKLMNTVX",
  longFlags:
    "create extract list append update gzip bzip2 xz zstd verbose keep-old-files overwrite absolute-names preserve-permissions recursion auto-compress delete remove-files to-stdout get diff compare unlink-first",
  longValues:
    "directory file use-compress-program exclude transform strip-components checkpoint checkpoint-action to-command files-from owner group mode mtime newer format info-script new-volume-script rsh-command rmt-command one-top-level starting-file exclude-from",
  anywhere: true,
};

/** `tar`: programs that it runs, where it unpacks, what it packs. */
export const tar: Judge = ({ args, downloaded }, desk) => {
  const [first = "", ...rest] = args;
  const { options, all, operands } = readOptions(
    /^[a-zA-Z]+$/.test(first) ? oldStyle(first, rest) : args,
    tarOptions,
  );
  for (const [name, value] of all) {
    if (name === "checkpoint-action" && /exec=/.test(value))
      desk.script(value.slice(value.indexOf("exec=") + 5));
    if (
      /^(checkpoint-action|to-command|info-script|new-volume-script|rsh-command|rmt-command|F)$/.test(name) &&
      !/^(dot|echo|bell|ttyout|sleep)/.test(value)
    )
      desk.ask("code.runs-program", `It makes tar run a program: ${value}.`);
    if (
      /^(I|use-compress-program)$/.test(name) &&
      !/^(\S*\/)?(gzip|pigz|bzip2|pbzip2|xz|pixz|zstd(mt)?|lz4|lzip|lzma|lzop|brotli|zst)( -[\w=-]+)*$/.test(
        value,
      )
    )
      desk.ask("code.runs-program", `It makes tar run a program: ${value}.`);
  }
  const folder = options.get("C") ?? options.get("directory");
  const isExtract = options.has("x") || options.has("extract") || options.has("get");
  const archive = options.get("f") ?? options.get("file");
  if (isExtract) {
    desk.touch("write", folder ?? ".");
    noteUnpacked(archive, downloaded, folder, desk);
    if (options.has("P") || options.has("absolute-names"))
      desk.ask("system.write", "It unpacks files to wherever the archive says.");
  } else if (!options.has("t") && !options.has("list")) {
    if (archive !== undefined && archive !== "-" && !archive.includes(":")) desk.touch("write", archive);
    const base = folder === undefined ? "" : `${folder}/`;
    for (const each of operands)
      desk.touch("read", each.startsWith("/") ? each : base + each, { recursive: true });
    if (options.has("remove-files"))
      for (const each of operands)
        desk.ask("delete.recursive", `It deletes ${each} after packing it.`, [each]);
  }
};

/** What is unpacked from an archive that was just brought here is as little read as the archive. */
function noteUnpacked(
  archive: string | undefined,
  isFromNetwork: boolean,
  folder: string | undefined,
  desk: Desk,
): void {
  const known = archive === undefined ? undefined : desk.state.files.get(desk.resolve(archive) ?? archive);
  if (isFromNetwork || (known !== undefined && !isKnown(known))) noteFetched(folder ?? ".", desk);
}

function oldStyle(letters: string, rest: readonly string[]): readonly string[] {
  const args: string[] = [];
  const words = [...rest];
  for (const letter of letters) {
    args.push(`-${letter}`);
    if (tarOptions.values.includes(letter)) args.push(words.shift() ?? "");
  }
  return [...args, ...words];
}

/** `unzip`, `7z` and others that unpack into a folder. */
export const unpack: Judge = ({ name, args }, desk) => {
  if (/^7z/.test(name) && args[0] === "d")
    desk.ask("delete.backup", `It deletes from an archive: ${args.join(" ")}.`);
  const { options } = readOptions(args, { flags: "ojlqtnuvpZ", values: "dxP", anywhere: true });
  const at = args.findIndex((word) => /^(-D|--directory)$/.test(word));
  const folder =
    options.get("d") ??
    args.find((word) => /^-o./.test(word))?.slice(2) ??
    (at >= 0 ? args[at + 1] : undefined);
  noteUnpacked(
    operandsOf(args).find((word) => /\.\w+$/.test(word)),
    false,
    folder,
    desk,
  );
  if (!/^-[lptvZ]$/.test(args[0] ?? ""))
    desk.touch("write", name === "unzip" || /^7z/.test(name) || at >= 0 ? (folder ?? ".") : ".");
};

export const zip: Judge = ({ args }, desk) => {
  const { operands, options } = readOptions(args, {
    flags: "rqj0123456789ueyXDTmFvg@",
    values: "xiPbtnsO",
    longFlags: "recurse-paths encrypt move",
    longValues: "unzip-command exclude include",
    anywhere: true,
  });
  if (options.has("unzip-command") || args.some((word) => /^-TT|^--unzip-command/.test(word)))
    desk.ask("code.runs-program", "It makes zip run a program.");
  const [archive, ...files] = operands;
  if (archive !== undefined && archive !== "-") desk.touch("write", archive);
  for (const each of files) desk.touch("read", each, { recursive: hasOption(args, "r") });
  if (options.has("m") || options.has("move")) desk.ask("delete.recursive", "It deletes what it has packed.");
};

/** `rsync`, `scp`, `sftp`: copies to and from other machines. */
export const rsync: Judge = ({ name, args }, desk) => {
  const isSync = name === "rsync";
  if (
    isSync &&
    args.some((word) => /^--(del(ete)?(-\w+)*|remove-source-files|remove-sent-files)$/.test(word)) &&
    !hasOption(args, "n", ["dry-run"])
  )
    desk.ask("delete.sync", "It deletes files that the other side does not have, or the source.");
  const program = readOptions(args, {
    flags: "avzrlptgoDnqHSxuhPBcCRbWAXEymd46",
    values: "efTMFiJloPSc",
    longValues:
      "rsh rsync-path exclude include filter exclude-from include-from files-from port bwlimit log-file temp-dir partial-dir compare-dest link-dest chmod chown out-format info",
    anywhere: true,
  });
  const shell = isSync ? (program.options.get("e") ?? program.options.get("rsh")) : program.options.get("S");
  if (shell !== undefined && shell !== "")
    desk.script(shell.replace(/^ssh\b/, "ssh -N") + (/^ssh\b/.test(shell) ? " host" : ""));
  const path = program.options.get("rsync-path");
  if (path !== undefined && !/^(sudo )?[\w/.-]*rsync$/.test(path))
    desk.ask("code.runs-program", `It runs "${path}" at the other side.`);
  const scp = isSync
    ? undefined
    : readOptions(args, { flags: "346ABCOpqRrTv", values: "cDFiJloPSX", anywhere: true });
  if (scp !== undefined)
    for (const [option, value] of scp.all) if (option === "o") judgeSshOption(value, desk);
  const operands =
    scp?.operands ??
    operandsOf(
      args.filter(
        (_, index) =>
          !/^-[efTMF]$/.test(args[index - 1] ?? "") &&
          !/^--(exclude|include|rsh|filter|exclude-from|files-from|port|bwlimit|log-file|link-dest)$/.test(
            args[index - 1] ?? "",
          ),
      ),
    );
  const target = operands.at(-1);
  for (const source of operands.slice(0, -1))
    if (isRemote(source) && target !== undefined && !isRemote(target))
      desk.state.files.set(desk.resolve(`${target}/${source.split(/[/:]/).at(-1) ?? ""}`) ?? target, UNKNOWN);
    else if (!isRemote(source)) desk.touch("read", source, { recursive: true });
  if (target === undefined) return;
  if (isRemote(target)) {
    desk.effect({ kind: "network", host: target.split(":")[0]?.split("@").at(-1) });
    if (!hasOption(args, "n", ["dry-run"]) || !isSync)
      desk.ask("network.upload", `It copies files to ${target}.`);
  } else if (name === "sftp") {
    desk.ask("network.remote", `It works on the machine ${target}.`);
  } else desk.touch("write", target, { recursive: true });
};

function isRemote(place: string): boolean {
  return /^(\w[\w.-]*@)?[\w.-]+:|^(rsync|scp|sftp|ssh):\/\//.test(place);
}

/** Options of ssh that run programs here or open ports. */
export function judgeSshOption(
  value: string,
  desk: { ask(id: string, reason: string): void; script(text: string): string },
): void {
  const [, name = "", text = ""] = /^\s*(\w+)\s*[= ]\s*([^]*)$/.exec(value) ?? [];
  if (/^(ProxyCommand|LocalCommand|KnownHostsCommand|RemoteCommand)$/i.test(name) && text !== "none") {
    desk.ask("code.runs-program", `It makes ssh run "${text}".`);
    desk.script(text);
  }
  if (/^(StrictHostKeyChecking)$/i.test(name) && /^(no|off)$/i.test(text))
    desk.ask("network.unverified", "It does not check which machine it reaches.");
  if (/^(RemoteForward|DynamicForward|Tunnel)$/i.test(name))
    desk.ask("network.tunnel", "It opens a way into this machine from another one.");
  if (
    /^(PKCS11Provider|SecurityKeyProvider|IdentityAgent|ProxyUseFdpass|PermitLocalCommand)$/i.test(name) &&
    /^\/(tmp|dev)|^\.\.?\/|yes/.test(text)
  )
    desk.ask("code.loaded", `It makes ssh load ${text}.`);
}
