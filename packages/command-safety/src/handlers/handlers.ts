import type { ProgramHandler } from "../command-context.ts";
import { judgeMakefile } from "../scripts/project-scripts.ts";
import { copyBetween, tar, unpack, zip } from "./archives.ts";
import { docker, kubectl } from "./containers.ts";
import { mongo, sqlClient } from "./databases.ts";
import { makeFileSystem, partition } from "./disks.ts";
import { compress, copy, copyRaw, makeFolder, patchFiles, remove, shred, tee } from "./files.ts";
import { git } from "./git.ts";
import { fetch, rawConnection, ssh } from "./network.ts";
import { kill, killByName, runLater } from "./processes.ts";
import { chmod, chown } from "./rights.ts";
import { awk, fd, find, locate, searchText, sed, xargs } from "./search.ts";

/** What a row can't tell: programs whose words depend on each other, or that run others. By names, blank-separated. */
const byNames: readonly (readonly [names: string, handler: ProgramHandler])[] = [
  ["rm rmdir unlink rimraf srm trash trash-put del-cli gunlink", remove],
  ["shred wipe scrub nwipe", shred],
  ["cp mv install ln link ginstall gcp gmv gln", copy],
  ["gzip bzip2 xz zstd lzma lz4 pigz", compress],
  ["tee", tee],
  ["mkdir", makeFolder],
  ["dd ddrescue dcfldd", copyRaw],
  ["patch", patchFiles],
  ["sed gsed", sed],
  ["awk gawk mawk nawk", awk],
  ["find gfind", find],
  ["fd fdfind", fd],
  ["xargs gxargs", xargs],
  ["locate mlocate plocate mdfind", locate],
  ["tar bsdtar gtar", tar],
  ["zip", zip],
  ["unzip 7z 7za unrar cpio ar", unpack],
  ["rsync scp sftp", copyBetween],
  ["git", git],
  ["docker podman nerdctl docker-compose", docker],
  ["kubectl oc k kubecolor", kubectl],
  ["curl wget wget2", fetch],
  ["nc ncat netcat socat telnet", rawConnection],
  ["ssh mosh autossh", ssh],
  ["kill", kill],
  ["pkill killall fuser", killByName],
  ["crontab at batch", runLater],
  ["chmod", chmod],
  ["chown chgrp", chown],
  [
    "mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mkfs.f2fs mkfs.exfat mke2fs mkswap newfs newfs_hfs newfs_apfs newfs_msdos mkdosfs mkntfs",
    makeFileSystem,
  ],
  ["parted sgdisk fdisk sfdisk cfdisk gdisk", partition],
  [
    "psql mysql mariadb sqlite3 sqlite sqlcmd clickhouse-client cqlsh bq duckdb usql pgcli mycli influx",
    sqlClient,
  ],
  ["mongo mongosh", mongo],
  ["make gmake bmake", judgeMakefile],
];

const handlers = new Map(
  byNames.flatMap(([names, handler]) => names.split(" ").map((name) => [name, handler] as const)),
);

/** These look at more than the files that they name, and their rows tell of these. */
const besideRow = new Map("rg grep egrep fgrep ag ack".split(" ").map((name) => [name, searchText] as const));

/** @returns What handles a program with all its files, and what it does beside the files that its row tells of. */
export function handlerOf(name: string): {
  readonly whole: ProgramHandler | undefined;
  readonly beside: ProgramHandler | undefined;
} {
  return { whole: handlers.get(name), beside: besideRow.get(name) };
}
