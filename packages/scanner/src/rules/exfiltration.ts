import { allSurfaces } from "../rule.ts";
import type { Rule } from "../rule.ts";

const code = { kind: "code", surfaces: allSurfaces } as const;

/** What nobody uploads for an honest reason. */
const privateFile = String.raw`\bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)|\.ssh\/(?:\*|["'\s])|\.gnupg\b|\bLogin Data\b|\bcookies\.sqlite\b|\blogins\.json\b|\bkey[34]\.db\b|\bwallet\.dat\b|login\.keychain|Library\/Keychains|\bdump-keychain\b|\/etc\/shadow\b|\.electrum\b|browser_cookie3`;
const privateWords = [
  "id_",
  ".ssh",
  ".gnupg",
  "login",
  "cookie",
  "key3",
  "key4",
  "wallet",
  "keychain",
  "shadow",
  ".electrum",
];
/** What programs read to log in somewhere, and what is a leak anywhere else. */
const credentialFile = String.raw`\.aws\/credentials|\.netrc\b|\.npmrc\b|\.pypirc\b|\.docker\/config\.json|\.kube\/config|\.git-credentials\b|\.config\/(?:gh|gcloud)\b|application_default_credentials|\.hermes\/(?:\.env|auth)|\.claude\/\.credentials|\.codex\/auth|\.(?:bash|zsh)_history\b|\bservice[-_]account[\w-]{0,20}\.json|\.pgpass\b|\.hermes\/\w{1,20}\.db\b|\b(?:MEMORY|USER)\.md\b`;
const dotEnv = String.raw`(?<![\w.*-])\.env\b(?!\.(?:example|sample|template|dist)|["']?\s{0,9}\|\|)`;

const credentialWords = [
  ".aws",
  ".netrc",
  ".npmrc",
  ".pypirc",
  "config",
  "credentials",
  ".hermes",
  ".claude",
  ".codex",
  "_history",
  "account",
  ".pgpass",
  ".env",
  ".md",
];

/** A command that prints a secret, or gives one out. */
const secretCommand = String.raw`\b(?:kubectl\s{1,9}get\s{1,9}secrets?|gh\s{1,9}auth\s{1,9}token|aws\s{1,9}(?:iam\s{1,9}create-access-key|secretsmanager)|gcloud\s{1,9}auth\s{1,9}[\w-]{0,30}\s?print-\w{1,10}-token|security\s{1,9}find-\w{1,10}-password|npm\s{1,9}token|op\s{1,9}read|pass\s{1,9}show|vault\s{1,9}kv\s{1,9}get)\b|\b169\.254\.169\.254\b|\bmetadata\.google\.internal\b`;

/** A command that sends data. */
const uploadCommand = String.raw`\bcurl\b[^\n]{0,300}?\s(?:-\w{0,6}[dFT]\b|--data\b|--data-\w{1,20}|--form\b|--upload-file|--json)|\bwget\b[^\n]{0,200}?--(?:post|body)-|\b(?:nc|ncat|netcat)\s{1,9}(?!-\w{0,6}[lz])[^\n|;]{1,80}|\bInvoke-(?:WebRequest|RestMethod)\b[^\n]{0,200}-(?:Body|InFile)|\bscp\s|\b(?:curl|wget)\b[^\n]{0,200}\$\((?!pwd|date)|\bgh\s{1,9}gist\s{1,9}create|\brclone\s{1,9}copy|\bopenssl\s{1,9}s_client\b`;
/** A call that sends data, in any language. */
const uploadCall = String.raw`\b(?:requests|httpx|session|client)\.(?:post|put|patch)\s{0,9}\(|\burlopen\s{0,9}\(|\bHTTPS?Connection\s{0,9}\(|\bfetch\s{0,9}\([^\n]{0,200}(?:method|body)|\bfetch\s{0,9}\([^)]{0,120}\{|\baxios\b[^\n]{0,20}(?:post|put|\()|\bhttps?\.request\s{0,9}\(|\bsendBeacon\s{0,9}\(|\bsocket\.(?:socket|create_connection|gethostbyname)\b|\bsmtplib\b|\bsendmail\b|\bftplib\b|\.upload_file\s{0,9}\(|\.put_object\s{0,9}\(|\bhttp\.Post|\bNet::HTTP\b|\.Upload(?:String|File|Data)\s{0,9}\(|\bnew\s{1,9}WebSocket\b`;
const upload = new RegExp(`${uploadCommand}|${uploadCall}`);

const here = /https?:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\])/;
/** A key that a command logs in with is used, not sent. */
const login =
  /\s-i\s|IdentityFile|--env-file|key_filename|ssh-(?:add|keygen|copy-id)|(?:localhost|127\.0\.0\.1)/;

/** Hosts that exist to show whatever is sent to them, or hand it on, to whoever has the link. */
const requestCatcher = String.raw`\b(?:webhook\.site|requestbin\.\w{2,9}|\w{1,40}\.pipedream\.net|requestcatcher\.com|beeceptor\.com|interact\.sh|oast\.\w{2,9}|oastify\.com|burpcollaborator\.net|canarytokens\.com|dnslog\.cn|transfer\.sh|0x0\.st|file\.io|termbin\.com|ngrok(?:-free)?\.(?:io|app|dev)|trycloudflare\.com)\b`;

/** Whose key a variable holds, and where it may go. */
const keyOwners: readonly (readonly [variables: readonly string[], hosts: string])[] = [
  [["GITHUB", "GH"], String.raw`github\.com|githubusercontent\.com|ghcr\.io`],
  [["GITLAB"], String.raw`gitlab\.com`],
  [["OPENAI"], String.raw`openai\.com|azure\.com`],
  [["ANTHROPIC"], String.raw`anthropic\.com`],
  [["GEMINI", "GOOGLE"], String.raw`googleapis\.com|google\.com`],
  [["AWS"], String.raw`amazonaws\.com`],
  [["STRIPE"], String.raw`stripe\.com`],
  [["SLACK"], String.raw`slack\.com`],
  [["HF", "HUGGINGFACE"], String.raw`huggingface\.co`],
  [["NPM"], String.raw`npmjs\.(?:org|com)`],
  [["PYPI"], String.raw`pypi\.org`],
];

/** Secrets, or everything a machine knows, on their way out. */
export const exfiltrationRules: readonly Rule[] = [
  {
    ...code,
    id: "exfiltration.private-file",
    inDocument: "block",
    keywords: privateWords,
    severity: "block",
    pattern: new RegExp(privateFile),
    near: { pattern: new RegExp(uploadCommand), within: "line" },
    unless: login,
    sentence: "It sends away private keys, browser logins or a wallet.",
  },
  {
    ...code,
    id: "exfiltration.secret-file",
    keywords: credentialWords,
    severity: "ask",
    inDocument: "ask",
    pattern: new RegExp(`${credentialFile}|${dotEnv}`),
    near: { pattern: new RegExp(uploadCommand), within: "line" },
    unless: login,
    sentence: "It sends away a file that holds keys.",
  },
  {
    ...code,
    id: "exfiltration.secret-file",
    keywords: [...privateWords, ...credentialWords],
    severity: "ask",
    pattern: new RegExp(`${privateFile}|${credentialFile}`),
    near: { pattern: upload, within: 1_500 },
    unless: login,
    sentence: "It reads files that hold keys, and sends data away.",
  },
  {
    ...code,
    id: "exfiltration.secret-command",
    keywords: [
      "secret",
      "token",
      "access-key",
      "password",
      "op read",
      "pass",
      "vault",
      "169.254",
      "metadata",
    ],
    severity: "ask",
    inDocument: "ask",
    pattern: new RegExp(
      String.raw`(?:${secretCommand})[^\n|]{0,200}\|[^\n]{0,160}\b(?:curl|wget|nc|ncat|mail)\b`,
    ),
    sentence: "It sends away what a program that keeps secrets prints.",
  },
  {
    ...code,
    id: "exfiltration.home-folder",
    keywords: ["tar", "zip", "rsync", "rclone", "scp"],
    severity: "ask",
    inDocument: "ask",
    pattern:
      /\b(?:tar|zip)\s[^\n;]{0,60}\s["']?(?:~|\$\{?HOME\}?)\/?["']?\s[^\n]{0,100}\|[^\n]{0,80}\b(?:curl|nc|ncat|ssh)\s|\b(?:rsync|rclone\s{1,9}(?:copy|sync)|scp)\s[^\n;|]{0,40}\s?["']?(?:~|\$\{?HOME\}?)\/?["']?\s{1,9}[\w.@-]{1,80}:/,
    sentence: "It copies the home folder to another machine.",
  },
  {
    ...code,
    id: "exfiltration.page-secrets",
    keywords: ["document.cookie", "tojson"],
    severity: "ask",
    inDocument: "ask",
    pattern: /\bdocument\.cookie\b|\btoJSON\(\s{0,3}secrets\s{0,3}\)/,
    near: { pattern: upload, within: 300 },
    sentence: "It sends away the cookies of a page or the secrets of a build.",
  },
  {
    ...code,
    id: "exfiltration.environment",
    keywords: ["env", "set", "export", "declare"],
    severity: "block",
    pattern:
      /(?:^|[;&|("'`]\s{0,3})(?:env|printenv|set|export\s{1,9}-p|declare\s{1,9}-x)\s{0,3}(?:[|)`]|>\s)/m,
    near: { pattern: new RegExp(uploadCommand), within: "line" },
    unless: here,
    sentence: "It sends the whole environment away, with every key in it.",
  },
  {
    ...code,
    id: "exfiltration.environment",
    keywords: ["environ", "process.env"],
    severity: "ask",
    inDocument: "ask",
    pattern:
      /(?:json\.dumps|JSON\.stringify|\bstr|urlencode|b64encode)\s{0,9}\(\s{0,9}(?:dict\s{0,9}\(\s{0,9}|\{\s{0,9}(?:\.\.\.|\*\*)\s{0,9})?(?:os\.environ|process\.env)\b(?!\s{0,9}[.[?])|\b(?:json|data|body|params)["']?\s{0,9}[=:]\s{0,9}(?:dict\s{0,9}\(\s{0,9}|\{\s{0,9}(?:\.\.\.|\*\*)\s{0,9})?(?:os\.environ|process\.env)\b(?!\s{0,9}[.[?])|\bos\.environ\.items\s{0,9}\(|Object\.entries\(\s{0,9}process\.env/,
    near: { pattern: upload, within: 1_500 },
    sentence: "It collects the whole environment and sends data away.",
  },
  ...keyOwners.map(([variables, hosts]): Rule => ({
    ...code,
    id: "exfiltration.foreign-key",
    keywords: variables.map((name) => `${name.toLowerCase()}_`),
    severity: "ask",
    inDocument: "ask",
    pattern: new RegExp(
      String.raw`(?:\$\{?|environ\[["']|getenv\(["']|process\.env\.)(?:${variables.join("|")})_[A-Z_]{0,30}(?:TOKEN|KEY|SECRET|PAT)\b`,
    ),
    near: {
      pattern: new RegExp(
        String.raw`\b(?:curl|wget|requests\.|httpx\.|fetch\(|urlopen\()[^\n]{0,300}?https?:\/\/(?!(?:[\w-]{1,63}\.){0,4}(?:${hosts})(?![\w.-])|localhost|127\.|\$|\{|<)[\w-]{1,63}\.[\w-]`,
      ),
      within: "line",
    },
    sentence: "It gives a key to a host that the key does not belong to.",
  })),
  {
    ...code,
    id: "exfiltration.dns",
    keywords: ["dig", "nslookup", "host", "ping", "getaddrinfo", "dns."],
    severity: "ask",
    inDocument: "ask",
    pattern:
      /\b(?:dig|nslookup|host|ping)\s[^\n|;]{0,60}(?:\$\(|\$\{?\w{1,20}\}?\.)[^\n]{0,100}\.[a-z]{2,20}\b|(?:gethostbyname|getaddrinfo|dns\.(?:resolve\w{0,5}|lookup))\s{0,3}\(\s{0,3}(?:f["'][^"'\n]{0,60}\{|`[^`\n]{0,60}\$\{|\w{1,40}\s{0,3}\+\s{0,3}["']\.)/,
    // What is looked up was read or encoded right before.
    near: {
      pattern:
        /\bbase(?:64|32)\b|\bxxd\b|\bhexdump\b|\bhex(?:lify)?\(|\bprintenv\b|\bcat\s|\benviron\b|process\.env/,
      within: 300,
    },
    sentence: "It carries data out in names that it looks up.",
  },
  {
    ...code,
    id: "exfiltration.request-catcher",
    keywords: [
      "webhook",
      "request",
      "pipedream",
      "beeceptor",
      "interact.sh",
      "oast",
      "burp",
      "canary",
      "dnslog",
      "transfer.sh",
      "0x0",
      "file.io",
      "termbin",
      "ngrok",
      "trycloudflare",
    ],
    severity: "ask",
    inDocument: "ask",
    surfaces: ["skill", "memory", "cron-prompt", "tool-description", "context-file"],
    pattern: new RegExp(requestCatcher),
    near: { pattern: upload, within: 300 },
    sentence: "It sends data to a service that shows or hands on whatever it is given.",
  },
  {
    ...code,
    id: "exfiltration.key-logger",
    keywords: ["pynput", "getasynckeystate", "cgeventtap", "/dev/input", "xinput"],
    severity: "ask",
    pattern:
      /\bpynput\b[^]{0,300}on_press|\bGetAsyncKeyState\b|\bCGEventTap|\/dev\/input\/event|\bxinput\s{1,9}test/,
    near: { pattern: upload, within: 3_000 },
    sentence: "It records what is typed, and sends data away.",
  },
];
