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
const decodeAndRun = {
  ...code,
  id: "obfuscation.decode-run",
  inDocument: "ask",
  sentence: "It decodes text and runs it, so that nobody can read what runs.",
} as const;
const decoders = [
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
];

/** Code from elsewhere, code that nobody can read, and ways into the machine. */
export const remoteCodeRules: readonly Rule[] = [
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
    ...decodeAndRun,
    keywords: ["base64", "base32", "xxd", "openssl", "rev"],
    pattern: new RegExp(
      String.raw`(?:\bbase(?:64|32)\s{1,9}(?:-d|-D|--decode)\b|\bxxd\s{1,9}-\w{0,3}r|\bopenssl\s{1,9}(?:enc|base64)\s[^\n|]{0,60}-d\b|\|\s{0,3}rev\b)[^\n|]{0,80}\|\s{0,4}(?:[\w -]{1,30}\|\s{0,4}){0,2}${shell}|(?:\beval|\b(?:ba|z)?sh\s{1,9}-c)\s{1,9}["']?\$\([^\n]{0,120}(?:base64\s{1,9}(?:-d|-D|--decode)|xxd\s{1,9}-r)`,
    ),
  },
  {
    ...decodeAndRun,
    keywords: decoders,
    pattern: new RegExp(
      String.raw`(?<![.\w])(?:exec|eval|compile|new\s{1,9}Function|Function|iex|Invoke-Expression|loads|os\.system|execSync)\s{0,9}\(\s{0,9}[^\n]{0,80}?${decoder}`,
    ),
  },
  {
    ...decodeAndRun,
    keywords: decoders,
    pattern: new RegExp(
      String.raw`\b(\w{1,40})\s?=(?!=)[^\n]{0,40}?${decoder}[^]{0,300}?(?<![.\w])(?:exec|eval|Function|iex|os\.system|execSync)\s{0,9}\(?\s{0,9}\$?\1\b`,
    ),
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
];
