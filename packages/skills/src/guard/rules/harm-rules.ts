import { codeKinds } from "./skill-rule.ts";
import type { SkillRule } from "./skill-rule.ts";

const home = String.raw`(?:~|\$\{?HOME\}?|/home(?:/\w+)?|/Users(?:/\w+)?|%USERPROFILE%|\$env:USERPROFILE)`;

/** What can't be undone. */
export const destructionRules: readonly SkillRule[] = [
  {
    id: "destruction.delete-all",
    risk: "destruction",
    severity: "critical",
    message: "It deletes the person's files or the system.",
    pattern: new RegExp(
      String.raw`\brm\s+(?:-[\w-]+\s+)*-\w*[rR]\w*\s+(?:-[\w-]+\s+)*["']?(?:/(?:\*|\s|["';&|)]|$)|${home}["']?(?:/?\*|/?["']?\s*(?:$|[;&|)\x60"'\n])|/(?:Documents|Desktop|Pictures|Projects?|Library|work|src|\.ssh|\.config)\b)|/(?:etc|usr|var|boot|lib|bin|opt)(?:/\*?)?(?:\s|$)|\.git\b|\*(?:\s|$))|--no-preserve-root|\bfind\s+[\"']?(?:/|${home})["']?\s[^\n]*(?:-delete|-exec\s+(?:rm|shred|truncate|dd|sh\s+-c\s+['\x22](?::|true)?\s*>))|\brmtree\s*\(\s*(?:(?:os\.path\.)?expanduser\s*\(\s*["']~|Path\.home\(\)(?:\s*[,)])|["']/["']|os\.environ\[["']HOME)|\brm(?:Sync|dirSync)?\s*\(\s*(?:os\.)?homedir\(\)|\b(?:Remove-Item|rd|rmdir|del)\b[^\n]{0,60}(?:-Recurse|/s)[^\n]{0,60}(?:\$HOME|\$env:USERPROFILE|C:\\\\?(?:\s|$|Users|\*))`,
      "m",
    ),
  },
  {
    id: "destruction.disk",
    risk: "destruction",
    severity: "critical",
    message: "It overwrites every disk that it finds.",
    pattern:
      /\/dev\/(?:sd|nvme|hd|vd|disk)[\w]*[?*[][^]{0,300}\b(?:dd|mkfs(?:\.\w+)?|shred|wipefs|blkdiscard)\b|\blsblk\b[^\n]*\|[^\n]*(?:xargs|while)[^]{0,200}\b(?:dd\s|mkfs|shred|wipefs)/,
    kinds: codeKinds,
  },
  {
    id: "destruction.disk",
    risk: "destruction",
    severity: "critical",
    message: "It overwrites a disk.",
    pattern:
      /\bdd\b[^\n]{0,100}\bof=\/dev\/(?:sd(?!X\b)|nvme|hd|vd|disk(?!N\b)|mmcblk)|\bmkfs(?:\.\w+)?\s+(?:-\w+\s+)*\/dev\/|\bwipefs\s+-a|\bblkdiscard\b|\bshred\b[^\n]{0,60}(?:\/dev\/|~|\$HOME|\*)|>\s*\/dev\/(?:sd|nvme|hd)\w+|\bdiskutil\s+eraseDisk|\bformat\s+[a-z]:\s*\/|cryptsetup\s+(?:erase|luksFormat)/i,
    kinds: codeKinds,
    purpose: /\b(?:disk|flash|usb|partition|image|sd card|format|wipe|raspberry)\b/,
  },
  {
    id: "destruction.backups",
    risk: "destruction",
    severity: "critical",
    message: "It destroys backups or traces.",
    pattern:
      /\bvssadmin\s+delete\s+shadows|\bwbadmin\s+delete|\btmutil\s+(?:delete|disable)|\bbcdedit\b[^\n]*recoveryenabled|\bhistory\s+-c\b[^\n]*(?:&&|;|$)|(?:>|truncate\b[^\n]*|rm\s+(?:-\w+\s+)*|unlink\s+|ln\s+-\w+\s+\/dev\/null\s+)\s*(?:~|\$HOME)?\/?\.(?:bash|zsh)_history|unset\s+HISTFILE|HISTFILE=\/dev\/null|HISTSIZE=0|set\s+\+o\s+history|\b(?:rm|truncate|shred)\b[^\n]{0,40}\/var\/log\b|>\s*\/var\/log\/(?:auth|syslog|secure|audit|wtmp|btmp|lastlog)|journalctl\s+--vacuum-(?:time=1s|size=1)|wevtutil\s+cl\b|Clear-EventLog|git\s+reflog\s+expire\s+--expire=now\s+--all[^\n]*&&\s*git\s+gc\s+--prune=now[^\n]*(?:push|rm)/i,
    kinds: codeKinds,
  },
  {
    id: "destruction.ransom",
    risk: "destruction",
    severity: "critical",
    message: "It encrypts or overwrites the person's files.",
    pattern: new RegExp(
      String.raw`(?:os\.walk|r?glob\b|readdir|find\s|for\s+\w+\s+in\s)[^]{0,500}(?:Fernet|AES\.new|encrypt\s*\(|openssl\s+enc|gpg\s+(?:-\w+\s+|--\w+\s+)*(?:-c|--symmetric|-e|--encrypt)|createCipheriv|\.locked\b|\.encrypted\b)[^]{0,400}(?:os\.remove|unlink|\brm\b|rename|shred|write_bytes|open\s*\([^)]*["']wb)|(?:os\.walk|rglob|find)\b[^]{0,80}(?:expanduser|Path\.home|${home})[^]{0,300}(?:os\.remove|unlink\s*\(|\.unlink|shred|truncate|rmtree|write_text\(\s*["']{2})`,
    ),
    purpose: /\b(?:encrypt\w*|vault|gpg|secure delete)\b/,
  },
  {
    id: "destruction.services",
    risk: "destruction",
    severity: "high",
    message: "It deletes what runs elsewhere, without asking.",
    pattern:
      /\bterraform\s+(?:destroy|apply)\b[^\n]*-auto-approve|\bkubectl\s+delete\s+(?:ns|namespace|all|pvc?|deploy\w*)\b[^\n]*(?:--all|-A\b|--force)|\baws\s+s3\s+(?:rb|rm)\b[^\n]*(?:--force|--recursive)|\bgcloud\s+projects\s+delete|\bdropdb\s+(?:-\w+\s+)*--if-exists\s+(?:prod|postgres)|\bDROP\s+(?:DATABASE|SCHEMA)\s+(?!IF EXISTS\s+\w*test|\w*test|\w*_?restore|\w*scratch|\w*tmp)\w+|\bDELETE\s+FROM\s+\w+\s*;|\bFLUSHALL\b|\bgit\s+push\b[^\n]*(?:--mirror|--delete\s+origin\s+main|\s\+?:(?:main|master))/i,
    kinds: ["script", "block", "command", "hidden"],
    purpose:
      /\b(?:destroy|teardown|tear down|clean ?up|teach|lesson|learn|tutorial|reset|rollback|scratch|test|sql|redis|database|restore|migrat|decommission|rewrite|mirror)/,
  },
  {
    id: "destruction.fork-bomb",
    risk: "destruction",
    severity: "critical",
    message: "It starts processes until the machine stops.",
    pattern:
      /:\s*\(\s*\)\s*\{\s*:\s*\|\s*:\s*&\s*\}|while\s*(?:\(?\s*(?:true|1|True)\s*\)?)\s*:?\s*\{?\s*(?:os\.fork\(\)|fork\(\))|%0\s*\|\s*%0/,
  },
  {
    id: "destruction.timed",
    risk: "destruction",
    severity: "high",
    message: "It waits for a date or a place before it does something harmful.",
    pattern:
      /(?:datetime\.(?:now|today|utcnow)\s*\(|date\.today\s*\(|new\s+Date\s*\(|Date\.now\s*\(|\bdate\s+\+%|gethostname|hostname\b|getuser|whoami)[^]{0,200}(?:>=?|<=?|==|-g[te]|-l[te]|-eq|includes|in\b)[^]{0,300}(?:rmtree|\brm\s+-\w*r|unlink|os\.remove|rmSync|exec\s*\(|eval\s*\(|os\.system|urlopen|requests\.post|\|\s*(?:ba)?sh|shred|curl\s)/,
    kinds: ["script", "block", "hidden"],
    purpose: /\b(?:backup|rotate|retention|prune|clean ?up|expire|old files|log)\b/,
  },
];

/** What stays when the skill is gone. */
export const persistenceRules: readonly SkillRule[] = [
  {
    id: "persistence.shell-start",
    risk: "persistence",
    severity: "high",
    message: "It changes what runs whenever a shell starts.",
    pattern:
      /(?:>>?|\btee\s+(?:-a\s+)?|\bsed\s+-i[^\n]*\s|cat\s*>+\s*|\bopen\s*\(\s*[^)\n]*|appendFile(?:Sync)?\s*\(\s*[^)\n]*|write_text|Add-Content\s+|cp\s+\S+\s+)\s*["']?(?:~|\$\{?HOME\}?|\/home\/\w+|\/root|\/etc|\S*expanduser\(["']~)?[/\\"', ]*(?:\.(?:bash_?rc|bash_profile|bash_login|bash_logout|bash_aliases|zsh_?rc|zshenv|zprofile|profile|inputrc|config\/fish\/config\.fish|xprofile|xinitrc|tmux\.conf|vimrc)\b|etc\/(?:profile|environment|bash\.bashrc)|profile\.d\/|\$PROFILE\b)|(?:\.bashrc|\.zshrc|\.profile|\.bash_profile|\.zshenv)["')\s,]+[^\n]{0,60}["'](?:a|w|a\+)["']|(?:rc|profile)\s*=\s*[^\n]{0,60}\.(?:bashrc|zshrc|profile|zshenv|bash_profile)[^]{0,200}(?:["']a["']|write|append)/i,
    purpose:
      /\b(?:alias(?:es)?|dotfiles?|shell (?:setup|config\w*|prompt|start|profile|tips)|bashrc|zshrc|path|completions?|prompt theme|starship|direnv|nvm|pyenv|environment setup|version manager|zsh|fish)\b/,
  },
  {
    id: "persistence.scheduler",
    risk: "persistence",
    severity: "high",
    message: "It leaves something that starts by itself.",
    pattern:
      /\bcrontab\s+(?:-\s*(?:$|[\n;&|"'`)])|\S+\.(?:txt|cron))|\|\s*crontab\b|\/etc\/cron\.(?:d|daily|hourly|weekly)\/|\/var\/spool\/cron|@reboot\b|(?:>|tee|cp|install|cat)[^\n]{0,60}(?:\.config\/systemd\/user|\/etc\/systemd\/system)\/|Library\/(?:LaunchAgents|LaunchDaemons)|\blaunchctl\s+(?:load|bootstrap|submit)|\bschtasks\b[^\n]*\/create|Register-ScheduledTask|New-ScheduledTask|\\CurrentVersion\\Run\b|Start Menu\\Programs\\Startup|\.config\/autostart|\bat\s+(?:now|midnight|\d{1,2}:\d{2})\b|\/etc\/rc\.local|\/etc\/init\.d\/|update-rc\.d|loginctl\s+enable-linger|osascript[^\n]*login item/im,
    unless: /\bGet-(?:ItemProperty|ScheduledTask)|\/query\b/i,
    kinds: codeKinds,
    purpose:
      /\b(?:cron\w*|schedul\w+|service|daemon|systemd|launch ?agents?|launchd|autostart|timer|background job|startup|server|deploy\w*|nightly|daily|backup)\b/,
  },
  {
    id: "persistence.service",
    risk: "persistence",
    severity: "medium",
    message: "It starts a service with the machine.",
    pattern: /\bsystemctl\s+(?:--user\s+)?(?:-\w+\s+|--\w+\s+)*enable\b/,
    kinds: codeKinds,
    purpose: /\b(?:service|daemon|systemd|server|deploy\w*|set ?up|install\w*)\b/,
  },
  {
    id: "persistence.given-login-key",
    risk: "persistence",
    severity: "critical",
    message: "It lets the holder of a key that came with it log in to this machine.",
    pattern:
      /\b(?:ssh-(?:ed25519|rsa|dss)|ecdsa-sha2-\w+|sk-ssh-\w+@\S+)\s+AAAA[^\n]*authorized_keys|authorized_keys[^]{0,200}\bssh-(?:ed25519|rsa)\s+AAAA|(?:curl|wget)[^\n]{0,200}authorized_keys/,
    unless: /github\.com\/(?:<|\$|your|USER)|AAAA\.\.\./i,
  },
  {
    id: "persistence.login-key",
    risk: "persistence",
    severity: "critical",
    message: "It lets somebody log in to this machine.",
    pattern:
      /(?:>>?|tee|cp|echo|append|write|put|add)[^\n]{0,160}authorized_keys|authorized_keys[^\n]{0,80}(?:["']a|append|write|>>)|\b(?:useradd|adduser|net\s+user|dscl\s+\.\s+-create)\b[^\n]{0,80}(?:\/add|-p\s|-o\b|-u\s*0|sudo|admin|wheel)|PermitRootLogin\s+yes/i,
    purpose: /\b(?:ssh|server setup|provision|authorized keys?|key ?pairs?|hardening|accounts?|users?)\b/,
  },
  {
    id: "persistence.code-hook",
    risk: "persistence",
    severity: "high",
    message: "It hooks into programs that are used for other things.",
    pattern:
      /(?:>>?|tee|cp|mv|ln|cat|install|write|open|chmod)[^\n]{0,100}\.git\/hooks\/|core\.(?:hooksPath|fsmonitor|sshCommand|pager|editor)\s+[^\n]+|git\s+config\s+--(?:global|system)\s+(?:alias\.\w+\s+["']?!|init\.templateDir|url\.[^\n]*insteadOf|credential\.helper\s+["']?!|include\.path|filter\.\w+|diff\.external)|\b(?:sitecustomize|usercustomize)\b|site-packages[^\n]{0,60}\.pth\b|\bLD_PRELOAD\b|ld\.so\.preload|DYLD_INSERT_LIBRARIES|PYTHONSTARTUP|PYTHONPATH=[^\n]{0,30}(?:\/tmp|\.cache)|NODE_OPTIONS=[^\n]*(?:--require|-r |--import)|PROMPT_COMMAND=|\btrap\s+["'][^"'\n]*(?:curl|wget|nc)\b[^"'\n]*["']\s+(?:DEBUG|EXIT|ERR)|["']runOn["']\s*:\s*["']folderOpen|postCreateCommand|\balias\s+(?:sudo|ssh|git|ls|cd|curl|npm|pip)\s*=/i,
    kinds: codeKinds,
    purpose:
      /\b(?:git hooks?|hooks?|pre-?commit|husky|lefthook|alias(?:es)?|devcontainer|vs ?code|editor|delta|pager|lfs|profiling|preload|jemalloc|instrument\w*|tracing|opentelemetry|direnv|git config\w*|git setup)\b/,
  },
  {
    id: "persistence.agent-files",
    risk: "persistence",
    severity: "high",
    message: "It writes into what agents read in every session.",
    pattern:
      /(?:>>?|\btee\s+(?:-a\s+)?|\bcat\s*>+|\bcp\s+\S+|\bsed\s+-i[^\n]*|open\s*\(|write\w*\s*\(|appendFile\w*\s*\()\s*["']?[^\n"']{0,60}(?:\b(?:MEMORY|USER|SOUL|AGENTS|CLAUDE|GEMINI|HERMES|IDENTITY|TOOLS|HEARTBEAT)\.md\b|\.cursorrules|\.windsurfrules|copilot-instructions\.md|\.hermes\/(?!cache|skills\/[\w-]+\/(?:output|cache|data))|\.openclaw\/|\.claude\/(?:settings|commands|skills|agents|hooks)|\.codex\/|\.cursor\/(?:rules|mcp)|mcp\.json|claude_desktop_config|\/skills\/[^\n"']{1,60}SKILL\.md|permissions\.ya?ml)/i,
    kinds: codeKinds,
    purpose:
      /\b(?:agents\.md|claude\.md|memory|onboard\w*|project instructions|cursor rules|rules file|agent (?:config\w*|instructions|setup|file)|skill (?:creator|author\w*|writ\w+|maker|builder)|mcp|soul|hermes|init)\b/,
  },
];

/** More rights than a task needs, and fewer guards than there were. */
export const privilegeRules: readonly SkillRule[] = [
  {
    id: "privilege.sudo-for-all",
    risk: "privilege",
    severity: "critical",
    message: "It gives itself the rights of the administrator.",
    pattern:
      /NOPASSWD|\/etc\/sudoers|\bvisudo\b[^\n]*<<|chmod\s+(?:\+s|u\+s|g\+s|ug\+s|[2467][0-7]{3})\s|\bsetcap\b[^\n]*(?:cap_setuid|cap_sys_admin|all)|\/etc\/pam\.d\/|pam_permit|\btee\b[^\n]*\/etc\/(?:passwd|shadow|group)\b|>>?\s*\/etc\/(?:passwd|shadow|group)\b|chmod\s+\S+\s+\/var\/run\/docker\.sock|\bsudo\s+-S\b|echo\s+[^\n|]{1,60}\|\s*sudo\b|SUDO_ASKPASS|\bpkexec\b[^\n]*sh\b|usermod\s+-\w*G\s*\S*(?:sudo|wheel|root|admin)/,
    kinds: codeKinds,
    purpose: /\b(?:sudoers?|server setup|provision\w*|hardening|privilege escalation)\b/,
  },
  {
    id: "privilege.whole-host",
    risk: "privilege",
    severity: "high",
    message: "It gives a container the whole machine.",
    pattern:
      /\bdocker\b[^\n]{0,200}(?:-v|--volume|--mount)[= ]["']?(?:type=bind,\S*)?(?:\/|source=\/)(?::|,)|\bdocker\b[^\n]{0,160}--privileged|--pid[= ]host[^\n]{0,60}(?:nsenter|--privileged)|nsenter\s+-t\s*1|hostPath:\s*\n?\s*path:\s*["']?\/\s|[\"']?(?:privileged|hostPID)[\"']?\s*:\s*true/i,
    kinds: codeKinds,
    purpose:
      /\b(?:docker[- ]in[- ]docker|dind|privileged|buildx|qemu|binfmt|device|kernel|ebpf|node exporter|monitoring)\b/,
  },
  {
    id: "privilege.guards-off",
    risk: "privilege",
    severity: "high",
    message: "It switches a guard of the machine off.",
    pattern:
      /\bxattr\b[^\n]{0,40}(?:-\w*[cd]\w*\s+)[^\n]{0,60}|\bspctl\s+--(?:master-disable|global-disable|add)|\bcsrutil\s+disable|\bsetenforce\s+0|\b(?:ufw|firewalld?)\s+(?:disable|stop)|systemctl\s+(?:stop|disable|mask)\s+(?:\S*(?:firewall|apparmor|auditd|clam|falcon|defender|ufw|iptables))|iptables\s+-F|Set-MpPreference|Add-MpPreference|DisableRealtimeMonitoring|DisableAntiSpyware|DisableBehaviorMonitoring|Set-ExecutionPolicy\s+(?:Bypass|Unrestricted)|-ExecutionPolicy\s+(?:Bypass|Unrestricted)|-ep\s+bypass|EnableLUA|netsh\s+advfirewall\s+set\s+\w+\s+state\s+off|aa-(?:teardown|disable|complain)|\bpkill\b[^\n]*(?:clamd|falcon|osquery|auditd|sentinel)|TCC\.db|tccutil\s+reset/i,
    kinds: codeKinds,
    purpose:
      /\b(?:gatekeeper|quarantine attribute|selinux|firewall|ufw|execution policy|defender|notariz\w+)\b/,
  },
  {
    id: "privilege.approvals-off",
    risk: "privilege",
    severity: "critical",
    message: "It switches off that people are asked.",
    pattern:
      /\b(?:command_allowlist|allowlist|allow_?list|allowed[-_ ]?(?:tools|commands)|auto_?approve|approved_commands|permissions?\.allow|exec-?approvals)\b[^\n]{0,60}(?:\[\s*["']\*["']|["']\*["']|Bash\(\*(?::\*)?\)|\ball\b|\.\*|wildcard)|\bapprovals?[._](?:mode|required|policy)\b[^\n]{0,30}\b(?:off|none|never|false|yolo|auto|disabled)\b|\bapprovals?\s*:\s*\n?\s*mode\s*:\s*["']?(?:off|none|never|auto|yolo)|\b(?:approval|security|sandbox)_(?:mode|policy)\b\s*[:=]\s*["']?(?:off|none|never|full|danger\w*|disabled|full-auto)|\b(?:HERMES_YOLO|YOLO_MODE|HERMES_[A-Z_]*(?:APPROV|YOLO|UNSAFE)[A-Z_]*)\b|dangerouslyDisableSandbox|\bhermes\s+config\s+set\s+\S*(?:approv|permission|security|sandbox|allow|guard)\S*|["'\x60]?defaultMode["'\x60]?\s*(?:[:=]|to)\s*["'\x60]*(?:bypass|acceptEdits)|\b(?:sandbox|approvals|skill_?guard|skills\.guard)(?:[._]\w+){0,3}["']?\s*[:=]\s*["']?(?:off|false|none|never|disabled|danger-full-access)\b|\btrust\s*:\s*["']?\*|\brequire_(?:approval|confirmation)\s*[:=]\s*["']?(?:false|off|no|never)|enableAllProjectMcpServers/i,
    unless: /\b(?:cors|aws_allow|access-control)/i,
  },
  {
    id: "privilege.unattended-agent",
    risk: "privilege",
    severity: "high",
    message: "It starts an agent that asks nobody.",
    pattern:
      /--(?:dangerously-[\w-]+|yolo|full-auto|allow-all-tools|auto-approve-all|trust-all-tools|skip-permissions)\b|\bbypassPermissions\b/,
  },
  {
    id: "privilege.all-tools",
    risk: "privilege",
    severity: "high",
    message: "Its front matter asks for every tool without questions.",
    pattern:
      /^\s*allowed[-_]tools\s*:.*(?:["'[\s]\*["'\]\s]*$|Bash\(\s*\*?(?::\*)?\s*\)|\bterminal\(\*\)|\ball\b\s*$)/im,
    kinds: ["description"],
  },
  {
    id: "privilege.no-verification",
    risk: "privilege",
    severity: "medium",
    message: "It no longer checks whom it talks to.",
    pattern:
      /NODE_TLS_REJECT_UNAUTHORIZED\s*=\s*["']?0|http\.sslVerify\s+false|GIT_SSL_NO_VERIFY|rejectUnauthorized\s*:\s*false|_create_unverified_context|strict-ssl\s*(?:=|\s)\s*false|safe\.directory\s+["']?\*|StrictHostKeyChecking[= ]no|--no-check-certificate|CURLOPT_SSL_VERIFYPEER\s*,\s*(?:false|0)/i,
    kinds: codeKinds,
  },
];
