import type { Judge } from "../desk.ts";
import { rsync, tar, unpack, zip } from "./archives.ts";
import { listen, make } from "./builders.ts";
import { docker, kubectl } from "./containers.ts";
import { databaseProgram, mongo, redis, sqlClient } from "./databases.ts";
import { diskTool, kernel, makeFileSystem, rescue } from "./disks.ts";
import { partition } from "./partitions.ts";
import { editor, pager } from "./editors.ts";
import { compress, copy, dd, readAll, remove, shred, sortFiles, tee, truncate, writeAll } from "./files.ts";
import { git } from "./git.ts";
import { screens, send } from "./messages.ts";
import { otherVersions, patchFiles } from "./versions.ts";
import { curl, download, httpie, lookUp, rawConnection, remoteRunner, ssh, wget } from "./network.ts";
import { accounts, chmod, chown, otherRights, xattr } from "./permissions.ts";
import {
  at,
  crontab,
  exhaust,
  kill,
  killByName,
  multiplexer,
  power,
  service,
  systemctl,
} from "./processes.ts";
import { awk, fd, find, grepLike, sed, xargs } from "./search.ts";
import { misc } from "./special.ts";
import { judgeApplicationCode } from "./framework-tables.ts";
import { windows } from "./windows.ts";

function each(names: string, judge: Judge): Readonly<Record<string, Judge>> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, judge]));
}

const search: Judge = (call, desk) => {
  grepLike(call, desk);
  return readAll(call, desk);
};

/** Judges by the name of the program. A program may stand in an action table as well; then both speak. */
export const judgeTools: Readonly<Record<string, Judge>> = {
  ...each("rm rmdir unlink rimraf srm trash trash-put del-cli gunlink", remove),
  ...each("shred wipe scrub nwipe bleachbit", shred),
  ...each("cp mv install ln link ginstall gcp gmv gln", copy),
  ...each("touch mkfifo mknod sponge", writeAll),
  ...each("gzip bzip2 xz zstd lzma lz4 pigz pbzip2 compress brotli", compress),
  tee,
  dd,
  truncate,
  sort: sortFiles,
  ...each(
    "cat tac nl less more head tail bat batcat view strings xxd od hexdump base64 base32 cut paste join comm column fold fmt pr rev uniq shuf wc md5sum sha1sum sha256sum sha512sum b2sum cksum sum iconv expand unexpand diff cmp diff3 sdiff vimdiff jq yq xq csvcut mdcat glow zcat bzcat xzcat zstdcat gunzip bunzip2 unxz lz4cat source-highlight pygmentize uuencode tsort look colrm ul numfmt dos2unix unix2dos",
    readAll,
  ),
  ...each("grep egrep fgrep zgrep rg ag ack ugrep", search),
  sed,
  gsed: sed,
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
  find,
  gfind: find,
  fd,
  fdfind: fd,
  xargs,
  gxargs: xargs,
  tar,
  bsdtar: tar,
  gtar: tar,
  zip,
  rsync,
  scp: rsync,
  ...each("unzip 7z 7za 7zr unrar unar cpio ar pax", unpack),
  git,
  docker,
  podman: docker,
  nerdctl: docker,
  "docker-compose": docker,
  kubectl,
  oc: kubectl,
  k: kubectl,
  kubecolor: kubectl,
  curl,
  wget,
  wget2: wget,
  ...each("http https xh xhs", httpie),
  ...each("nc ncat netcat socat telnet nc.traditional nc.openbsd pwncat rustcat", rawConnection),
  ssh,
  mosh: ssh,
  autossh: ssh,
  dbclient: ssh,
  ...each(
    "fab pssh pdsh parallel-ssh salt salt-call ansible vagrant gcloud heroku flyctl fly railway aws knife mco bolt dsh clush cssh az",
    remoteRunner,
  ),
  ...each("dig nslookup host ping ping6 drill kdig resolvectl traceroute", lookUp),
  kill,
  ...each("pkill killall xkill skill snice fuser killall5 pkill.never slay", killByName),
  ...each("shutdown reboot halt poweroff init telinit", power),
  systemctl,
  ...each("service rc-service invoke-rc.d launchctl pm2 supervisorctl sv", service),
  crontab,
  ...each("at batch atrm", at),
  ...each("stress stress-ng bonnie++ fallocate", exhaust),
  tmux: multiplexer,
  screen: multiplexer,
  chmod,
  chown,
  chgrp: chown,
  xattr,
  ...each(
    "setfacl chattr setcap chcon restorecon semanage aa-disable aa-complain aa-teardown setfattr",
    otherRights,
  ),
  ...each(
    "useradd usermod userdel adduser deluser addgroup delgroup groupadd groupmod groupdel gpasswd passwd chpasswd newusers visudo vipw vigr pwconv pwunconv chfn newgrp dseditgroup.never pw",
    accounts,
  ),
  ...each(
    "mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mkfs.f2fs mkfs.exfat mke2fs mkswap newfs newfs_hfs newfs_apfs newfs_msdos mkdosfs mkntfs mkfs.minix mkfs.jfs mkfs.reiserfs mkreiserfs",
    makeFileSystem,
  ),
  ...each("parted sgdisk fdisk sfdisk cfdisk gdisk partx.never kpartx gpart", partition),
  ...each("diskutil hdparm nvme blkdiscard wipefs cryptsetup badblocks zpool mdadm", diskTool),
  ddrescue: rescue,
  dcfldd: dd,
  dc3dd: dd,
  ...each(
    "modprobe insmod rmmod mount umount swapon swapoff losetup dmsetup sysctl setenforce kmod dmesg pivot_root swaplabel fusermount",
    kernel,
  ),
  ...each(
    "psql mysql mariadb sqlite3 sqlite sqlcmd clickhouse-client clickhouse cqlsh bq duckdb snowsql sqlplus isql usql trino presto beeline hive impala-shell spark-sql cockroach pgcli mycli litecli osql bcp db2 influx cypher-shell q dolt turso",
    sqlClient,
  ),
  "redis-cli": redis,
  "valkey-cli": redis,
  keydb: redis,
  ...each("mongo mongosh mongorestore", mongo),
  ...each(
    "dropdb dropuser createuser pg_restore mysqladmin pg_ctl pg_ctlcluster pg_resetwal pg_dropcluster nodetool kafka-topics kafka-topics.sh kafka-consumer-groups kafka-consumer-groups.sh kafka-delete-records.sh rpk alembic flyway liquibase prisma sequelize sequelize-cli typeorm knex dbmate goose migrate atlas sqitch surreal elasticdump curator_cli neo4j-admin rethinkdb couchbase couchbase-cli wp drush bench",
    databaseProgram,
  ),
  ...each(
    "mail mailx sendmail mutt neomutt msmtp swaks s-nail ssmtp himalaya sendemail mpack aerc twilio stripe slack slackcat discord telegram-send telegram-cli signal-cli toot t twurl tweet xmpp sendxmpp bitcoin-cli geth cast solana lncli near cardano-cli ntfy apprise notifico gam plivo vonage sendgrid paypal square shopify matrix-commander wacli imsg",
    send,
  ),
  ...each("wall write mesg.never", screens),
  ...each(
    "vim vi nvim ed ex red gdb lldb ranger nano view rview vimdiff nvimdiff gview rvim gvim mvim pico micro hx",
    editor,
  ),
  man: pager,
  less: (call, desk) => (pager(call, desk), readAll(call, desk)),
  info: pager,
  make,
  gmake: make,
  bmake: make,
  ...each(
    "serve http-server live-server browser-sync php-server caddy vite webpack-dev-server jupyter.never ttyd.never",
    listen,
  ),
  ...each("hg jj svn sl bzr fossil p4 cvs darcs pijul", otherVersions),
  patch: patchFiles,
  rails: ({ args, stdin }, desk) => judgeApplicationCode("ruby", args, stdin, desk),
  sftp: rsync,
  ...each("aria2c axel gdown lwp-download", download),
  ...each("locate mlocate plocate slocate mdfind", search),
  ...each("cmd cmd.exe robocopy xcopy", windows),
  ...misc,
};
