import { allSurfaces } from "../rule.ts";
import type { Rule } from "../rule.ts";

const code = { kind: "code", severity: "ask", surfaces: allSurfaces } as const;

const home = String.raw`["']?(?:~|\$\{?HOME\}?|\/root|\/home\/\w{1,30})`;
const startFile = String.raw`\.(?:bashrc|bash_profile|zshrc|zshenv|zprofile|profile)\b`;

/** What changes the machine for longer than a task: persistence, rights, guards, and damage. */
export const machineRules: readonly Rule[] = [
  // What stays when the skill is gone.
  {
    ...code,
    id: "persistence.given-login-key",
    keywords: ["authorized_keys"],
    severity: "block",
    pattern:
      /\b(?:ssh-(?:ed25519|rsa)|ecdsa-sha2-\w{1,20})\s{1,9}AAAA[A-Za-z0-9+/=]{20,1000}[^\n]{0,200}authorized_keys|authorized_keys[^]{0,120}\bssh-(?:ed25519|rsa)\s{1,9}AAAA[A-Za-z0-9+/=]{20,}|\b(?:curl|wget)\b[^\n]{0,200}authorized_keys/,
    sentence: "It lets the holder of a key that came with it log in to this machine.",
  },
  {
    ...code,
    id: "persistence.login-key",
    keywords: ["authorized_keys"],
    pattern:
      /(?:>>|\btee\s{1,9}(?:-a\s{1,9})?)[^\n]{0,40}authorized_keys|authorized_keys["')]{1,3}[^\n]{0,40}["'][aw]\+?["']/,
    sentence: "It lets somebody log in to this machine.",
  },
  {
    ...code,
    id: "persistence.shell-start",
    keywords: ["rc", "profile", "zshenv"],
    pattern: new RegExp(
      String.raw`(?:>>|\btee\s{1,9}-a)\s{0,3}${home}\/${startFile}|${startFile}["')\s,]{1,6}[^\n]{0,30}["']a\+?["']`,
    ),
    unless:
      /\bexport\s{1,9}\w{1,40}=|\bPATH\b|\balias\s|eval\s{1,9}\\?["']\\?\$\(|\bsource\s|completion|\binit\b|fpath/,
    sentence: "It adds a command to what runs whenever a shell starts.",
  },
  {
    ...code,
    id: "persistence.scheduler",
    keywords: ["crontab", "@reboot", "schtasks", "scheduledtask", "currentversion", "login item"],
    inDocument: "ask",
    pattern:
      /\|\s{0,3}(?:sudo\s{1,9})?crontab\b|(?<![`\w])@reboot\s{1,9}\S|\bschtasks\b[^\n]{0,80}\/create\b|\bRegister-ScheduledTask\b|CurrentVersion\\{1,2}Run\b|\bmake\s(?:new\s)?login item\b/i,
    sentence: "It leaves a job that starts by itself.",
  },
  {
    ...code,
    id: "persistence.scheduler",
    keywords: ["cron", "launch", "systemd", "systemctl", "autostart"],
    pattern:
      /\bcrontab\s{1,9}(?:-(?=\s|$)|["']?\/tmp|\S{1,60}\.(?:txt|cron))|\/etc\/cron\.\w{1,8}\/|Library\/Launch(?:Agents|Daemons)|\blaunchctl\s{1,9}(?:load|bootstrap)|\.config\/systemd\/user|\/etc\/systemd\/system\/|\bsystemctl\s{1,9}(?:--user\s{1,9})?enable\b|\.config\/autostart/m,
    sentence: "It leaves something that starts by itself.",
  },
  {
    ...code,
    id: "persistence.code-hook",
    keywords: [
      ".git/hooks",
      "core.",
      "ld_preload",
      "ld.so.preload",
      "customize.py",
      "site-packages",
      "prompt_command",
    ],
    pattern:
      /(?:>>?|\btee\b|\bcp\b|\bmv\b|\bln\b|\binstall\b|\bopen\s{0,9}\(|write\w{0,12}\s{0,9}\()[^\n]{0,80}\.git\/hooks\/|\bcore\.(?:hooksPath|fsmonitor|sshCommand)\b|\bLD_PRELOAD=|ld\.so\.preload|\b(?:site|user)customize\.py|site-packages[^\n]{0,60}\.pth\b|\bPROMPT_COMMAND=/,
    sentence: "It hooks into programs that are used for other things.",
  },
  {
    ...code,
    id: "persistence.agent-files",
    keywords: ["memory.md", "user.md", "soul.md", ".hermes/", ".openclaw/", ".claude/"],
    inDocument: "ask",
    pattern:
      /(?:>>?|\btee\s{1,9}(?:-a\s{1,9})?|\bcp\s{1,9}\S{1,60}|write_text|[wW]rite(?:File)?(?:Sync)?\s{0,9}\(|appendFile(?:Sync)?\s{0,9}\(|\bopen\s{0,9}\()\s{0,3}[^\n]{0,40}(?:\b(?:MEMORY|USER|SOUL)\.md\b|\.hermes\/(?:config|permissions|plugins)|\.openclaw\/|\.claude\/(?:settings|hooks))/,
    sentence: "It writes into what an agent reads or obeys in every session.",
  },

  // More rights, fewer guards.
  {
    ...code,
    id: "privilege.sudo-for-all",
    keywords: ["nopasswd", "/etc/", "chmod"],
    inDocument: "ask",
    pattern:
      /\bNOPASSWD\b[^\n]{0,80}\/etc\/sudoers|(?:\/etc\/pam\.d\/[^\n]{0,60}|\bpam_permit[^\n]{0,60}\/etc\/)pam|(?:>>?|\btee\b)[^\n]{0,40}\/etc\/(?:sudoers|passwd|shadow)\b|\bchmod\s{1,9}(?:[ug]{0,2}\+s|[2467][0-7]{3})\s/,
    sentence: "It gives programs the rights of the administrator.",
  },
  {
    ...code,
    id: "privilege.guards-off",
    keywords: ["csrutil", "spctl", "setenforce", "mppreference", "disablerealtimemonitoring", "netsh"],
    inDocument: "ask",
    pattern:
      /\bcsrutil\s{1,9}disable|\bspctl\s{1,9}--(?:master|global)-disable|\bsetenforce\s{1,9}0|\bSet-MpPreference\b[^\n]{0,80}-Disable|\bDisableRealtimeMonitoring\b|\bnetsh\s{1,9}advfirewall\s{1,9}set\s{1,9}\w{1,20}\s{1,9}state\s{1,9}off/i,
    sentence: "It switches off a guard of the machine.",
  },
  {
    ...code,
    id: "privilege.approvals-off",
    keywords: ["yolo", "approval", "hermes config", "allow", "skills.guard", "defaultmode"],
    inDocument: "ask",
    pattern:
      /\b(?:HERMES_YOLO|YOLO_MODE)\b|\bapprovals?[._]mode\b[^\n]{0,20}\b(?:off|none|never|yolo)\b|\bapprovals\s{0,9}:\s{0,9}\n?\s{0,9}mode\s{0,9}:\s{0,9}["']?(?:off|none|never|yolo)|\bhermes\s{1,9}config\s{1,9}set\s{1,9}\S{0,40}(?:approv|permission|sandbox)|\b(?:command_allowlist|allow_?list|allowed_commands)\b[^\n]{0,40}["'`[]\*["'`\]]|\bskills\.guard\s{0,3}[:=]\s{0,3}off\b|\bdefaultMode["']?\s{0,9}:\s{0,9}["']bypass|^[ \t]{0,9}allowed[-_]tools\s{0,9}:[^\n]{0,200}(?:\bBash\(\s{0,9}\*|["'[\s]\*["'\]\s]{0,9}$)/im,
    sentence: "It switches off that a person is asked.",
  },
  {
    ...code,
    id: "privilege.unattended-agent",
    keywords: [
      "--dangerously",
      "--yolo",
      "--full-auto",
      "--allow-all-tools",
      "--trust-all-tools",
      "bypasspermissions",
      "approval_policy",
      "danger-full-access",
    ],
    pattern:
      /--(?:dangerously-[\w-]{1,40}|yolo|full-auto|allow-all-tools|trust-all-tools)\b|\bbypassPermissions\b|\bapproval_policy\s{0,3}=\s{0,3}["']never|\bdanger-full-access\b/,
    sentence: "It starts an agent that asks nobody.",
  },
  {
    ...code,
    id: "privilege.whole-host",
    keywords: ["docker", "nsenter", "hostpid"],
    inDocument: "ask",
    pattern:
      /\bdocker\b[^\n]{0,200}(?:-v|--volume)[= ]["']?\/:|\bnsenter\s{1,9}-t\s{0,9}1\b|\bhostPID\s{0,9}:\s{0,9}true/,
    sentence: "It gives a container the whole machine.",
  },

  // Damage.
  {
    ...code,
    id: "destruction.delete-all",
    keywords: ["rm", "remove-item"],
    severity: "block",
    pattern: new RegExp(
      String.raw`\brm\s{1,9}(?:-[\w-]{1,40}\s{1,9}){1,4}["']?(?:\/|~|\$\{?HOME\}?)["']?\/?\*?["']?(?=\s{0,9}(?:$|[;&|"'\x60)]|2>))|\brmtree\s{0,9}\(\s{0,9}(?:(?:os\.path\.)?expanduser\s{0,9}\(\s{0,9}["']~\/?["']|Path\.home\(\)\s{0,9}[,)]|["']\/["'])|\brm(?:Sync|dirSync)?\s{0,9}\(\s{0,9}(?:os\.)?homedir\(\)\s{0,9},|\bRemove-Item\b[^\n]{0,40}\s(?:\$HOME|\$env:USERPROFILE)(?:\\\\?\*)?(?=\s|["']|$)`,
      "m",
    ),
    sentence: "It deletes the home folder or the whole disk.",
  },
  {
    ...code,
    id: "destruction.personal-files",
    keywords: ["rmtree", "rm"],
    pattern:
      /\brmtree\s{0,3}\(\s{0,3}(?:os\.path\.)?expanduser\s{0,3}\(\s{0,3}["']~\/(?:Documents|Desktop|Pictures|Downloads)\b|\brm\s{1,9}-\w{0,6}r\w{0,6}\s{1,9}["']?(?:~|\$HOME)\/(?:Documents|Desktop|Pictures)\b/,
    sentence: "It deletes folders of the person.",
  },
  {
    ...code,
    id: "destruction.ransom",
    keywords: ["os.walk", "path.home", "find"],
    pattern:
      /\bos\.walk\s{0,3}\(\s{0,3}(?:os\.path\.)?expanduser|\bPath\.home\(\)\.r?glob|\bfind\s{1,9}(?:~|\$HOME)\s/,
    near: {
      pattern: /\bFernet\b|\bAES\.new\b|\.encrypt\s{0,3}\(|\bcreateCipheriv\b|\bopenssl\s{1,9}enc\b/,
      within: 600,
    },
    sentence: "It encrypts the person's files.",
  },
  {
    ...code,
    id: "destruction.disk",
    keywords: ["dd", "mkfs", "wipefs", "/dev/"],
    pattern:
      /\bdd\b[^\n]{0,100}\bof=\/dev\/(?:sd|nvme|hd|vd|disk|mmcblk)|\bmkfs(?:\.\w{1,6})?\s{1,9}[^\n]{0,40}\/dev\/|\bwipefs\s{1,9}-a|>\s{0,3}\/dev\/(?:sd|nvme)\w/,
    sentence: "It overwrites a disk.",
  },
  {
    ...code,
    id: "destruction.fork-bomb",
    keywords: [":|", ": |"],
    severity: "block",
    pattern: /:\s?\(\s?\)\s?\{\s?:\s?\|\s?:\s?&\s?\}/,
    sentence: "It starts processes until the machine stops (fork bomb).",
  },
  {
    ...code,
    id: "destruction.traces",
    keywords: ["history", "histfile", "vssadmin", "wevtutil", "wbadmin"],
    inDocument: "ask",
    pattern:
      /\bhistory\s{1,9}-c\b|\bunset\s{1,9}HISTFILE\b|\bHISTFILE=\/dev\/null|(?:\brm|\bshred|>)\s[^\n]{0,30}\.(?:bash|zsh)_history\b|\bvssadmin\s{1,9}delete\s{1,9}shadows|\bwevtutil\s{1,9}cl\b|\bwbadmin\s{1,9}delete/i,
    sentence: "It destroys backups or traces.",
  },
  {
    ...code,
    id: "mining.miner",
    keywords: ["xmrig", "miner", "coinhive", "stratum"],
    severity: "block",
    pattern:
      /\b(?:xmrig|minerd|cpuminer|ethminer|coinhive|nbminer|lolminer)\b|\bstratum2?\+(?:tcp|ssl|tls):/i,
    sentence: "It mines coins on this machine.",
  },
];
