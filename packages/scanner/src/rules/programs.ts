import { allSurfaces } from "../rule.ts";
import type { Rule, TextSurface } from "../rule.ts";

/** Instructions for installing software pipe downloads into shells, and notes tell of it; texts that agents act on should not. */
const actedOn: readonly TextSurface[] = ["skill", "cron-prompt", "tool-description"];
const code = { kind: "code", severity: "ask", surfaces: allSurfaces } as const;

const shell = String.raw`(?:sudo\s{1,9}(?:-\w{1,30}\s{1,9}){0,3})?(?:env\s{1,9})?(?:\/(?:usr\/)?bin\/)?(?:(?:ba|z|da|k)?sh\b|python[\d.]{0,8}\b(?!\s{1,9}(?:-[mc]\b|[\w.\/-]{1,80}\.py))|node\b(?!\s{1,9}(?:-[ep]\b|[\w.\/-]{1,80}\.[cm]?js))|perl\b(?!\s{1,9}-\w{0,6}[nep])|ruby\b(?!\s{1,9}-\w{0,6}[ne])|php\b(?!\s{1,9}-r)|iex\b|Invoke-Expression|["']?\$SHELL\b)`;
const decoder = String.raw`(?:b(?:64|85|32|16)decode|a85decode|fromhex|unhexlify|codecs\.decode|zlib\.decompress|marshal\.loads|\batob\s{0,9}\(|["'](?:base64|hex)["']|FromBase64String|fromCharCode|base64_decode|\[\s{0,9}::\s{0,9}-1\s{0,9}\]|\.reverse\(\)\.join)`;
/** Installers of tools that many projects are built with, at their makers' own addresses. */
const knownInstaller =
  /https:\/\/(?:sh\.rustup\.rs|get\.docker\.com|(?:docs\.)?astral\.sh|raw\.githubusercontent\.com\/(?:Homebrew|nvm-sh|helm|anthropics|openai|astral-sh)\/|deno\.land|bun\.(?:sh|com)|get\.pnpm\.io|ollama\.com|get\.k3s\.io|tailscale\.com|install\.python-poetry\.org|starship\.rs|mise\.run|nixos\.org|fnm\.vercel\.app|get\.sdkman\.io|deb\.nodesource\.com|cli\.github\.com|dl\.google\.com|packages\.microsoft\.com|sdk\.cloud\.google\.com|claude\.ai|fly\.io|foundry\.paradigm\.xyz|pixi\.sh|dl\.k8s\.io)/;
const home = String.raw`["']?(?:~|\$\{?HOME\}?|\/root|\/home\/\w{1,30})`;
const startFile = String.raw`\.(?:bashrc|bash_profile|zshrc|zshenv|zprofile|profile)\b`;

/** Programs and commands that do harm, or open a way for it. */
export const programRules: readonly Rule[] = [
  // Code from elsewhere, and code that nobody can read.
  {
    ...code,
    id: "supply-chain.download-run",
    keywords: ["curl", "wget", "iwr", "irm", "invoke-"],
    inDocument: "ask",
    surfaces: actedOn,
    pattern: new RegExp(
      String.raw`\b(?:curl|wget|iwr|irm|Invoke-WebRequest|Invoke-RestMethod)\b(?=[^\n]{0,200}(?:https?:|\$|[\w-]\.[a-z]{2}))[^\n;]{0,300}?\|\s{0,4}${shell}`,
    ),
    unless: knownInstaller,
    sentence: "It downloads code and runs it unseen.",
  },
  {
    ...code,
    id: "supply-chain.download-run",
    keywords: ["curl", "wget"],
    inDocument: "ask",
    surfaces: actedOn,
    pattern:
      /(?:\b(?:ba|z|da)?sh\s{1,9}(?:-\w{1,6}\s{1,9}){0,3}["']?(?:<\(|\$\(|`)|\b(?:eval|source)\s{1,9}["']?(?:<\(|\$\(|`)|<<<\s{0,3}["']?\$\()\s{0,4}(?:curl|wget)\b/,
    unless: knownInstaller,
    sentence: "It downloads code and runs it unseen.",
  },
  {
    ...code,
    id: "supply-chain.download-run",
    keywords: [
      "urlopen",
      "requests.get",
      "httpx.get",
      "fetch",
      "downloadstring",
      "uri.open",
      "http.get",
      "https.get",
    ],
    inDocument: "ask",
    pattern:
      /(?<![.\w])(?:exec|eval|new\s{1,9}Function|Function|instance_eval|iex|Invoke-Expression)\s{0,3}\(?\s{0,3}(?:await\s{1,9})?\(?[^\n;]{0,80}(?:urlopen|requests\.get|httpx\.get|\bfetch\s{0,9}\(|DownloadString|URI\.open|\bhttps?\.get\b)/,
    sentence: "It downloads code and runs it unseen.",
  },
  {
    ...code,
    id: "supply-chain.download-run",
    keywords: ["curl", "wget"],
    surfaces: actedOn,
    pattern:
      /\b(?:curl|wget)\b[^\n]{0,200}?(?:\s-\w{0,6}[oO]|--output|>)\s{0,3}["']?([\w./~${}-]{2,80})(?=["'\s;&|])["']?[^]{0,200}?(?:chmod\s{1,9}\S{1,6}\s{1,9}["']?|\b(?:ba|z|da)?sh\s{1,9}["']?|\bpython[\d.]{0,8}\s{1,9}["']?)\1/,
    unless: knownInstaller,
    sentence: "It saves a download and runs it.",
  },
  {
    ...code,
    id: "supply-chain.download-run",
    keywords: ["certutil", "bitsadmin", "mshta"],
    inDocument: "ask",
    surfaces: actedOn,
    pattern: /\bcertutil\b[^\n]{0,60}-urlcache\b|\bbitsadmin\b[^\n]{0,60}\/transfer\b|\bmshta\s{1,9}https?:/i,
    sentence: "It downloads a program with a tool that is there for something else.",
  },
  {
    ...code,
    id: "supply-chain.data-run",
    keywords: ["assets/", "references/", ".png", ".jp", ".gif", ".pdf", ".txt", ".md", ".dat", ".bin", "$0"],
    inDocument: "ask",
    pattern: new RegExp(
      String.raw`\b(?:cat|tail|head|dd|sed|cut|strings|xxd|gunzip)\s[^\n|]{0,120}(?:\b(?:assets|references)\/|\.(?:png|jpe?g|gif|pdf|txt|md|dat|bin)\b|["']\$0["'])[^\n|]{0,60}\|\s{0,4}(?:[^\n|]{1,60}\|\s{0,4}){0,3}${shell}`,
    ),
    sentence: "It runs a file that is not kept as a program.",
  },
  {
    ...code,
    id: "supply-chain.package-source",
    keywords: ["registry", "index-url", "trusted-host", "trusted=yes", "gonosumdb"],
    inDocument: "ask",
    surfaces: actedOn,
    pattern:
      /\b(?:npm|pnpm|yarn)\s{1,9}config\s{1,9}set\s{1,9}registry\s{1,9}https?:\/\/(?!registry\.(?:npmjs|yarnpkg|npmmirror)\.|npm\.pkg\.github|localhost|127\.|[<$])\w|\bglobal\.index-url\s{1,9}https?:\/\/(?!pypi\.org|localhost|[<$])\w|--(?:extra-)?index-url[ =]http:\/\/(?!localhost|127\.|[<$])\w|--trusted-host[ =](?!localhost|127\.|pypi\.|files\.python|[<$])\w|\[trusted=yes\]|\bGONOSUMDB=/,
    sentence: "It takes packages from another place than their registry.",
  },
  {
    ...code,
    id: "supply-chain.install-hook",
    keywords: ['install"', "install'"],
    inDocument: "ask",
    surfaces: ["skill"],
    pattern:
      /["'](?:pre|post)?install["']\s{0,9}:\s{0,9}["'][^\n]{0,300}(?:\bcurl\b|\bwget\b|https?:|node\s{1,9}-e|base64|\beval\b|powershell|\/dev\/tcp|\bnc\s)/i,
    sentence: "Installing the package runs code that reaches out or is hidden.",
  },
  {
    ...code,
    id: "supply-chain.response-run",
    keywords: [".text", ".json", ".read", ".recv", "resp", "body", "payload"],
    inDocument: "ask",
    pattern:
      /\b(?:os\.system|os\.popen|subprocess\.\w{1,20}|exec(?:Sync)?|eval)\s{0,9}\(\s{0,9}(?:\w{1,20}\.(?:text\b|json\(\)|read\(\)|recv\()|(?:resp|response|body|payload)\b)/,
    near: {
      pattern:
        /\brequests\.get|\burlopen|\bfetch\s{0,9}\(|\bhttpx\.get|\bhttps?\.get\b|\bsocket\b|\bWebSocket\b/,
      within: 800,
    },
    sentence: "It runs whatever a host answers.",
  },
  {
    ...code,
    id: "obfuscation.decode-run",
    keywords: ["base64", "base32", "xxd", "openssl", "rev"],
    inDocument: "ask",
    pattern: new RegExp(
      String.raw`(?:\bbase(?:64|32)\s{1,9}(?:-d|-D|--decode)\b|\bxxd\s{1,9}-\w{0,3}r|\bopenssl\s{1,9}(?:enc|base64)\s[^\n|]{0,60}-d\b|\|\s{0,3}rev\b)[^\n|]{0,80}\|\s{0,4}(?:[\w -]{1,30}\|\s{0,4}){0,2}${shell}|(?:\beval|\b(?:ba|z)?sh\s{1,9}-c)\s{1,9}["']?\$\([^\n]{0,120}(?:base64\s{1,9}(?:-d|-D|--decode)|xxd\s{1,9}-r)`,
    ),
    sentence: "It decodes text and runs it, so that nobody can read what runs.",
  },
  {
    ...code,
    id: "obfuscation.decode-run",
    keywords: [
      "decode",
      "fromhex",
      "unhexlify",
      "decompress",
      "marshal",
      "atob",
      "base64",
      '"hex',
      "'hex",
      "fromcharcode",
      "-1",
      "reverse",
    ],
    inDocument: "ask",
    pattern: new RegExp(
      String.raw`(?<![.\w])(?:exec|eval|compile|new\s{1,9}Function|Function|iex|Invoke-Expression|loads|os\.system|execSync)\s{0,9}\(\s{0,9}[^\n]{0,80}?${decoder}`,
    ),
    sentence: "It decodes text and runs it, so that nobody can read what runs.",
  },
  {
    ...code,
    id: "obfuscation.decode-run",
    keywords: [
      "decode",
      "fromhex",
      "unhexlify",
      "decompress",
      "marshal",
      "atob",
      "base64",
      '"hex',
      "'hex",
      "fromcharcode",
      "-1",
      "reverse",
    ],
    inDocument: "ask",
    pattern: new RegExp(
      String.raw`\b(\w{1,40})\s?=(?!=)[^\n]{0,40}?${decoder}[^]{0,300}?(?<![.\w])(?:exec|eval|Function|iex|os\.system|execSync)\s{0,9}\(?\s{0,9}\$?\1\b`,
    ),
    sentence: "It decodes text and runs it, so that nobody can read what runs.",
  },
  {
    ...code,
    id: "obfuscation.built-name",
    keywords: [
      "import_module",
      "__import__",
      "globals",
      "locals",
      "getattr",
      "require",
      "__dict__",
      "$",
      "_0x",
    ],
    pattern:
      /\bimport_module\s{0,3}\(\s{0,3}["']{2}\.join|\b__import__\s{0,3}\(\s{0,3}(?:["'][^"'\n]{0,20}["']\s{0,3}\+|["']{2}\.join)|\b(?:globals|locals)\(\)\s{0,3}\[\s{0,3}["'][^"'\n]{0,20}["']\s{0,3}\+\s{0,3}["']|\bgetattr\s{0,3}\([^,\n]{1,60},\s{0,3}["'][^"'\n]{0,20}["']\s{0,3}\+\s{0,3}["']|\brequire\s{0,3}\(\s{0,3}["'][^"'\n]{0,12}["']\s{0,3}\+\s{0,3}["']|\b__dict__\s{0,3}\[\s{0,3}["']{2}\.join|(?:^|[;&|]\s{0,3})\$\w{1,12}\$\w{1,12}\s|\$\{?IFS\}?[^\n]{0,60}\$\{?IFS\}?[^\n]{0,60}\||\b_0x[0-9a-f]{4,6}\b/m,
    sentence: "It puts the name of what it calls together at run time.",
  },
  {
    ...code,
    id: "obfuscation.encoded-command",
    keywords: ["powershell", "pwsh"],
    inDocument: "ask",
    pattern:
      /\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,100}\s-e(?:nc(?:odedcommand)?|c)?\s{1,9}["']?[A-Za-z0-9+/=]{16,}/i,
    sentence: "It starts PowerShell with an encoded command.",
  },

  // Ways in.
  {
    ...code,
    id: "network.reverse-shell",
    keywords: ["/dev/", "nc", "netcat", "mkfifo", "socat", "tcpclient"],
    severity: "block",
    pattern: new RegExp(
      [
        String.raw`\b(?:ba|z|da)?sh\s{1,9}-i\b[^\n]{0,60}\/dev\/(?:tcp|udp)\/`,
        String.raw`\/dev\/(?:tcp|udp)\/[\w.$-]{1,80}\/\S{1,20}[^\n]{0,40}(?:0>&1|<&\d)`,
        String.raw`\b(?:nc|ncat|netcat)\b[^\n\x60]{0,80}\s(?:-\w{0,6}e|-\w{0,6}c|--exec|--sh-exec)\s{1,3}["']?\S{0,20}(?:sh|cmd(?:\.exe)?|powershell)\b`,
        String.raw`\bmkfifo\b[^]{0,200}\b(?:nc|ncat|netcat|telnet|openssl\s{1,9}s_client)\s`,
        String.raw`\bsocat\b[^\n]{0,120}\b(?:exec|system):[^\n]{0,40}sh\b`,
        String.raw`\bSockets\.TCPClient\b[^]{0,800}(?:\biex\b|Invoke-Expression)`,
      ].join("|"),
      "i",
    ),
    sentence: "It gives somebody elsewhere a shell on this machine (reverse shell).",
  },
  {
    ...code,
    id: "network.reverse-shell",
    keywords: ["dup2", "pty.spawn", 'sh"', "sh'", "sh -i", ".pipe", ".recv"],
    severity: "block",
    pattern:
      /\bdup2\s{0,9}\(|\bpty\.spawn\s{0,9}\(|\b(?:call|run|Popen|spawn|exec|proc_open|system)\s{0,9}\(\s{0,9}\[?\s{0,9}["'](?:\/bin\/)?(?:ba|z)?sh["'](?!\s{0,9},\s{0,9}\[?\s{0,9}["']-l?c)|\bexec\s{0,9}[({]?\s{0,9}["'](?:\/bin\/)?(?:ba)?sh\s{1,9}-i|\.pipe\(\s{0,9}\w{1,20}\.stdin|\(\s{0,9}\w{1,20}\.recv\s{0,9}\(\s{0,9}\d{1,6}\s{0,9}\)(?:\.decode\(\))?\s{0,9},?\s{0,9}shell/,
    near: {
      pattern:
        /\bsocket\.(?:socket|create_connection)\s{0,9}\(|\bnet(?:["']\))?\.(?:connect|createConnection|Socket)\b|\bIO::Socket|\bTCPSocket\b|\bfsockopen\s{0,9}\(|\bnew\s{1,9}Socket\s{0,9}\(|\bnet\.Dial/,
      within: 800,
    },
    sentence: "It gives somebody elsewhere a shell on this machine (reverse shell).",
  },
  {
    ...code,
    id: "network.reverse-shell",
    keywords: ["recv", "gets", "readline"],
    severity: "block",
    pattern:
      /\b(\w{1,20})\s?=\s?[^\n]{0,30}\.(?:recv|gets|readline)\b[^]{0,300}?\b(?:popen|system|exec|Popen|check_output|getoutput|run|eval)\s{0,2}\(\s{0,3}\1\b/,
    near: { pattern: /\bsocket\.|\bTCPSocket\b|\bnet\.Socket\b|\bIO::Socket/, within: 800 },
    sentence: "It runs whatever a host sends it (reverse shell).",
  },
  {
    ...code,
    id: "network.bare-address",
    keywords: ["://", "@"],
    inDocument: "ask",
    surfaces: actedOn,
    pattern:
      /\b(?:https?|wss?|ftp):\/\/(?!0\.|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|1\.1\.1\.1|8\.8\.|1\.2\.3\.4)\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:scp|rsync|sftp)\b[^\n|;&]{0,120}@(?!127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)\d{1,3}(?:\.\d{1,3}){3}:/,
    sentence: "It talks to a host that it names by a bare number, which nobody can recognise.",
  },
  {
    ...code,
    id: "network.tunnel",
    keywords: ["ngrok", "cloudflared", "bore local", "chisel", "frpc", "tmate", "sshx", "ssh"],
    pattern:
      /\b(?:ngrok\s{1,9}(?:http|tcp)|cloudflared\s{1,9}tunnel|bore\s{1,9}local|chisel\s{1,9}client|frpc\s|tmate\b|sshx\b)|\bssh\b[^\n]{0,60}\s-\w{0,6}R\s?\S{0,20}\d/,
    sentence: "It opens a way into this machine from outside.",
  },

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
