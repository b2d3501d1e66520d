const programs: ReadonlySet<string> = new Set(
  `ls ll dir cat head tail less more stat file wc du df free uptime uname hostname whoami id groups who w last lastlog
  ps pstree top htop lsof ss netstat ip ifconfig lsblk lscpu lsusb lspci lsmod lshw blkid findmnt dmesg journalctl dmidecode
  grep egrep fgrep rg zgrep zcat true false echo printf test [ which whereis type pwd date env printenv sha256sum md5sum cksum
  nvidia-smi sensors smartctl iotop iftop vmstat iostat mpstat sar getent readlink realpath basename dirname nproc arch tree`.split(
    /\s+/,
  ),
);

const actions: Readonly<Record<string, RegExp>> = {
  systemctl: /^(status|is-active|is-enabled|is-failed|show|cat|list-\S+|get-default|--version)$/,
  docker: /^(ps|images|logs|inspect|stats|top|version|info|port|diff|history)$/,
  ufw: /^status$/,
  apt: /^(list|show|search|policy)$/,
  "apt-cache": /./,
  iptables: /^(-L|-S|-nL|-vnL|--list)$/,
  ip: /./,
  nginx: /^-[tTvV]$/,
  sysctl: /^(-a|-n)$/,
  service: /^(--status-all)$/,
  fdisk: /^-l$/,
  crontab: /^-l$/,
};

/** Whether a command only looks: asking for the rights of root for it needs no question of its own. */
export function isReadOnly([program = "", ...args]: readonly string[]): boolean {
  const name = program.slice(program.lastIndexOf("/") + 1);
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action !== undefined)
    return action.test(args[0] ?? "") && !/^(add|del|set|flush|change|replace)$/.test(args[1] ?? "");
  return programs.has(name);
}
