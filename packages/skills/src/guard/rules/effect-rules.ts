import { excerptOf } from "../finding.ts";
import type { SkillFinding, SkillRisk, SkillSeverity } from "../finding.ts";
import type { Span } from "../read-spans.ts";
import { codeKinds } from "./skill-rule.ts";

/** What a program does by several calls that stand anywhere in it, in any language and order. */
interface EffectRule {
  readonly id: string;
  readonly risk: SkillRisk;
  readonly severity: SkillSeverity;
  readonly message: string;
  readonly all: readonly RegExp[];
  readonly unless?: RegExp | undefined;
}

const connects =
  /\bnet\.Dial(?:Timeout)?\(|\bTcpStream::connect|\bTcpClient\b|\bTCPClient\b|\bfsockopen\s*\(|IO::Socket|\buse Socket\b|\bTCPSocket\b|\bnew\s+(?:java\.net\.)?Socket\s*\(|\bsocket\.(?:socket|create_connection)\s*\(|\bnet\.(?:connect|createConnection|Socket)\b|\bconnect\s*\(\s*\w+\s*,\s*(?:sockaddr|\(struct sockaddr)|\bWebSocket\s*\(|\bwebsockets?\.connect|\bsocket\.io|\/dev\/tcp\/|\bsocket\.tcp\s*\(|\bHTTPServer\b|\bgen_tcp\b|\.tcp\s*\(\s*\)|:connect\s*\(|\bexpress\s*\(\)|\bFlask\s*\(/;
const startsShell =
  /\bexec(?:\.Command|v|l|ve)?\s*\(\s*["'](?:\/usr)?\/?(?:bin\/)?(?:ba|z|da)?sh\b|["'](?:cmd(?:\.exe)?|powershell(?:\.exe)?|\/bin\/(?:ba|z|da)?sh)["']|Runtime\.getRuntime\(\)\.exec|>&\s*(?:S|SOCK\w*)\b|\bdup2\s*\(|\bIO\.popen\s*\(\s*\w+|\bpopen\s*\(\s*(?:\w|line|cmd|command|data|msg|buf\w*)\s*[,)]|\.pipe\(\s*\w+\.stdin|(?:getoutput|check_output|Popen|subprocess\.run|os\.popen|os\.system|exec(?:Sync)?|spawn(?:Sync)?|shell_exec|system)\s*\(\s*(?:[\w.]*\.recv|data|cmd|command|msg|message|line|payload|buf\w*|task|order|body|c\.decode|req(?:uest)?\.)/;
const requestText = String.raw`(?:\$_(?:GET|POST|REQUEST|COOKIE|SERVER)|request\.(?:args|form|values|json|data|GET|POST|get_json)|req\.(?:query|body|params|headers)|ctx\.(?:query|request)|params\[)`;

const effectRules: readonly EffectRule[] = [
  {
    id: "network.reverse-shell",
    risk: "network",
    severity: "critical",
    message: "It gives somebody elsewhere a shell on this machine.",
    all: [connects, startsShell],
    unless: /\b(?:localhost|127\.0\.0\.1)["']?\s*,\s*(?:port|\d+)[^]{0,200}(?:wait|ready|retry|timeout)/i,
  },
  {
    id: "network.web-shell",
    risk: "network",
    severity: "critical",
    message: "It runs whatever a visitor of a page sends.",
    all: [
      new RegExp(
        String.raw`\b(?:eval|assert|exec|system|passthru|shell_exec|popen|proc_open|os\.popen|os\.system|subprocess\.\w+|execSync|exec|spawn|include|require)\s*\(?\s*(?:[\w.]+\(\s*)?["'\x60]?[^\n)]{0,40}${requestText}`,
      ),
    ],
  },
  {
    id: "network.redirected",
    risk: "network",
    severity: "high",
    message: "It leads the traffic of the agent or the machine through somebody else's host.",
    all: [
      /\b(?:OPENAI|ANTHROPIC|GEMINI|GOOGLE|MISTRAL|GROQ|OPENROUTER|HERMES|CLAUDE|LLM|AI)_(?:API_)?(?:BASE(?:_URL)?|BASE_URL|HOST|ENDPOINT|API_URL|URL)\b["']?\s*[:=,]\s*["']?https?:\/\/(?!localhost|127\.|0\.0\.0\.0|\[|<|\$|\{|[\w.-]*(?:openai\.com|anthropic\.com|googleapis\.com|mistral\.ai|groq\.com|openrouter\.ai|azure\.com|deepseek\.com|together\.xyz|x\.ai|amazonaws\.com|cloudflare\.com|vercel\.\w+|minimax|moonshot|dashscope|z\.ai|bigmodel)\b)[\w.-]+\.\w+|\b(?:https?_proxy|all_proxy)\b["']?\s*[=:]\s*["']?(?:https?|socks\w*):\/\/(?!localhost|127\.|10\.|192\.168\.|172\.|<|\$|\{|proxy\.(?:company|corp|example\.com))[\w.-]+|\bnetworksetup\s+-set\w*(?:proxy|dnsservers)|netsh\s+winhttp\s+set\s+proxy|git\s+config\s+--(?:global|system)\s+https?\.proxy\s+[\"']?\w+:\/\/|(?:>>?|tee(?:\s+-a)?)\s*["']?\/etc\/(?:hosts|resolv\.conf)\b/i,
    ],
  },
  {
    id: "privilege.trusted-root",
    risk: "privilege",
    severity: "high",
    message: "It makes the machine trust certificates of somebody else.",
    all: [
      /\bsecurity\s+add-trusted-cert|\bupdate-ca-(?:certificates|trust)\b|\btrust\s+anchor\b|\bcertutil\b[^\n]*-(?:addstore|A\b)|Import-Certificate[^\n]*Root|Cert:\\+\w+\\+Root|NODE_EXTRA_CA_CERTS=\S*(?:\/tmp|references|assets)/i,
    ],
  },
  {
    id: "credentials.machine-identity",
    risk: "credentials",
    severity: "critical",
    message: "It takes the keys of the cloud machine that it runs on.",
    all: [
      /169\.254\.169\.254\/[^\s"']*(?:iam|credential|token|identity|user-data)|metadata\.google\.internal\/[^\s"']*(?:token|service-accounts|attributes)|169\.254\.170\.2|ECS_CONTAINER_METADATA|100\.100\.100\.200\/[^\s"']*ram/,
    ],
    unless: /\b(?:X-aws-ec2-metadata-token-ttl|http-tokens|block|deny|iptables)\b/,
  },
  {
    id: "credentials.false-dialog",
    risk: "credentials",
    severity: "high",
    message: "It asks for a password in a window that looks like the system's.",
    all: [
      /with hidden answer|(?:zenity|kdialog|yad)\b[^\n]*--password|\bGet-Credential\b|PromptForCredential|show\s*=\s*["']\*["']/,
      /(?:>\s*\S|curl|wget|\bnc\b|requests|urlopen|fetch|Invoke-|tee|base64|socket|=)/,
    ],
  },
  {
    id: "network.way-in",
    risk: "network",
    severity: "high",
    message: "It opens a way into this machine for a fixed host.",
    all: [
      /\b(?:auto)?ssh\b[^\n]{0,160}\s-\w*R\s?["']?\S*\d[^\n]{0,80}\s[\w.-]+@(?!<|\$|your|my|server\b|host\b|example\.)[\w-]+\.[\w.-]+/,
    ],
  },
  {
    id: "exfiltration.whole-home",
    risk: "exfiltration",
    severity: "high",
    message: "It copies the whole home folder to another machine.",
    all: [
      /\b(?:rclone\s+(?:copy|sync|move)|aws\s+s3\s+(?:cp|sync)|gsutil\s+(?:-m\s+)?(?:cp|rsync)|scp\s+-\w*r\w*|rsync\s[^\n]*?)\s+["']?(?:~|\$HOME|\$\{HOME\})\/?["']?\s+[\w@.-]+:/,
    ],
  },
  {
    id: "persistence.import-hook",
    risk: "persistence",
    severity: "critical",
    message: "It plants code that every Python program loads.",
    all: [
      /get(?:user)?sitepackages|site-packages|dist-packages/,
      /\.pth\b|\b(?:site|user)customize\b/,
      />|write|open|cp |install/,
    ],
  },
  {
    id: "obfuscation.shifted",
    risk: "obfuscation",
    severity: "high",
    message: "It makes text out of shifted numbers.",
    all: [
      /(?:fromCharCode|\bchr|from_u32|\bchar)\s*\(\s*\w+(?:\[\w+\])?\s*[-+^]|\^\s*\w+\s*(?:for|\)|\])/,
      /(?:\d{1,3}\s*,\s*){12,}\d{1,3}/,
    ],
  },
  {
    id: "privilege.administrator",
    risk: "privilege",
    severity: "high",
    message: "It gives itself every right in a cluster or a cloud.",
    all: [
      /\bclusterrolebinding\b[^\n]*cluster-admin|AdministratorAccess\b|--role[= ]["']?roles\/owner|\bchmod\s+-R\s+(?:0?777|a\+rwx)\s+["']?(?:\/|~|\$HOME)|GRANT\s+ALL\s+(?:PRIVILEGES\s+)?ON\s+\*\.\*|ALTER\s+(?:USER|ROLE)\s+\w+\s+(?:WITH\s+)?SUPERUSER/i,
    ],
  },
  {
    id: "destruction.delete-all",
    risk: "destruction",
    severity: "critical",
    message: "It deletes folders of the person one after the other.",
    all: [
      /\bfor\s+\w+\s+in\s[^;\n]{0,200}?(?:~|\$HOME|\/home)(?:\/(?:Documents|Desktop|Pictures|Library|Downloads|\.ssh|\.config|\.gnupg|\*)|\s|;)[^\n]{0,200}?;\s{0,4}do\b[^\n]{0,80}\brm\s+-\w*r/,
    ],
  },
  {
    id: "network.remote-program",
    risk: "network",
    severity: "critical",
    message: "A database or a scheduler is told to run a program.",
    all: [
      /\bTO\s+PROGRAM\s+'|\bxp_cmdshell\b|\bsys_exec\s*\(|DBMS_SCHEDULER[^\n]*EXECUTABLE|\bCREATE\s+FUNCTION\b[^\n]*LANGUAGE\s+C\b/i,
    ],
  },
  {
    id: "exfiltration.piped-out",
    risk: "exfiltration",
    severity: "high",
    message: "It pipes what a program prints to another machine.",
    all: [
      /\|\s*(?:(?:gzip|base64|xxd|openssl|zstd|xz|tar|jq|tr|rev|sed|awk|head|grep|gpg)\b[^|\n]*\|\s*)*(?:curl\b[^|\n]*(?:\s-d\s*@?-|--data(?:-\w+)?[ =]@?-|\s-T\s*-|-F\s*\S*=@?-|--upload-file\s+-)|(?:nc|ncat|socat)\s+(?!-l|localhost|127\.)[\w-]+\.|wget\b[^|\n]*--post-file|ssh\s+\S+@\S+\s+["']?cat\s*>)/,
    ],
    unless:
      /(?:https?:\/\/|nc\s+)(?:localhost|127\.|\$|[\w.]*(?:slack\.com|discord\.com|api\.telegram\.org|github\.com|googleapis\.com|openai\.com|anthropic\.com))/,
  },
  {
    id: "exfiltration.staged-out",
    risk: "exfiltration",
    severity: "high",
    message: "It keeps what a program prints in a file and uploads that.",
    all: [
      />\s*["']?(\/tmp\/[\w./-]+|~?\/?[\w./-]{3,60})["']?\s*(?:2>\S+\s*)?(?:&&|;|\n)[^]{0,200}\bcurl\b[^\n]*(?:-F\s*\S*=@|-T\s*|-d\s*@|--data(?:-binary)?[ =]@|--upload-file\s+)["']?\1/,
    ],
  },
  {
    id: "obfuscation.decode-run",
    risk: "obfuscation",
    severity: "high",
    message: "It turns text around and runs it.",
    all: [
      /\b(?:system|exec|eval|popen|Popen|run|call|Function)\s*\([^\n)]*(?:\[\s*::\s*-1\s*\]|reversed\(|\.reverse\(\))/,
    ],
  },
  {
    id: "network.home-served",
    risk: "network",
    severity: "high",
    message: "It lets others read the whole home folder.",
    all: [
      /(?:\bcd\s+(?:~|\$HOME|\/)\s*(?:&&|;)|--directory[ =](?:~|\$HOME|\/)(?=\s|$))[^\n]{0,80}(?:http\.server|\bserve\b|http-server)|\bhttp\.server\b[^\n]{0,60}--directory[ =](?:~|\$HOME|\/)(?=\s|$)/,
    ],
  },
  {
    id: "mining.page",
    risk: "mining",
    severity: "critical",
    message: "It mines coins in the browsers of visitors.",
    all: [
      /\bnew\s+[\w.]*Miner\s*\(|\b\w*Miner\.(?:start|Anonymous|User)\b|hardwareConcurrency[^]{0,200}(?:wallet|pool|throttle|hash)/,
    ],
  },
  {
    id: "destruction.history",
    risk: "destruction",
    severity: "high",
    message: "It overwrites a shared history without asking.",
    all: [
      /\bgit\s+push\b[^\n;|&]*\s(?:-f|--force)(?!-with-lease)\b[^\n;|&]*\b(?:main|master|--all|--mirror|production|release)\b/,
    ],
  },
];

/** What the code of a span does as a whole. */
export function effectFindings(span: Span): readonly SkillFinding[] {
  if (!codeKinds.includes(span.kind)) return [];
  return effectRules.flatMap(({ id, risk, severity, message, all, unless }) => {
    const places = all.map((pattern) => pattern.exec(span.text));
    if (places.includes(null) || unless?.test(span.text) === true) return [];
    const at = places[0]?.index ?? 0;
    const end = span.text.indexOf("\n", at);
    const excerpt = excerptOf(span.text.slice(at, Math.min(end === -1 ? at + 200 : end, at + 200)));
    const line = span.line + span.text.slice(0, at).split("\n").length - 1;
    return [
      {
        rule: id,
        risk,
        severity: span.kind === "hidden" ? "critical" : severity,
        message,
        file: span.file,
        line,
        excerpt,
      },
    ];
  });
}
