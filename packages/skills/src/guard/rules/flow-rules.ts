import { excerptOf } from "../finding.ts";
import type { SkillFinding, SkillSeverity } from "../finding.ts";
import type { Span } from "../read-spans.ts";
import { belongsTo, isKnownOwner } from "./key-owners.ts";
import {
  passingHost,
  privateThing,
  secretFile,
  secretName,
  secretProgram,
  wholeEnvironment,
} from "./sensitive-things.ts";

/** What a stretch of code takes and where it puts things. Places are offsets in its text. */
interface Flow {
  readonly environment: number | undefined;
  readonly secretFile: number | undefined;
  readonly secretVariable: number | undefined;
  readonly privateThing: number | undefined;
  readonly sink: number | undefined;
  readonly hosts: readonly string[];
}

const take = {
  environment: new RegExp(wholeEnvironment, "m"),
  secretFile: new RegExp(`${secretFile}|${secretProgram}`),
  secretVariable: new RegExp(
    String.raw`\$\{?(?:${secretName})\b|\$env:(?:${secretName})\b|%(?:${secretName})%|environ(?:\.get)?\s*[[(]\s*["'](?:${secretName})|getenv\s*\(\s*["'](?:${secretName})|process\.env(?:\.|\[\s*["'])(?:${secretName})|ENV(?:\.fetch\(|\[)\s*["'](?:${secretName})|(?<!:\s{0,4}\$\{\{\s?)secrets\.[A-Z_]{3,}`,
  ),
  privateThing: new RegExp(privateThing, "m"),
};

/** Code that carries data out of the machine. */
const sink = new RegExp(
  [
    String.raw`\bcurl\b[^\n|;]{0,400}?(?:\s(?:-d|-F|-T|--data(?:-\w+)?|--form|--upload-file|--json)\b|-X\s*(?:POST|PUT|PATCH)|\s-\w*d\s*@|\$\(|[?&/=]\$\{?\w|["']?https?:\/\/[^\s"']*(?:\$\{?\w|\x60))`,
    String.raw`\bwget\b[^\n|;]{0,400}(?:--post-(?:data|file)|--body-|\$\(|https?:\/\/[^\s"']*\$\{?\w)`,
    String.raw`\b(?:nc|ncat|netcat|socat|telnet)\b\s+[^\n]{0,400}\w`,
    String.raw`\/dev\/(?:tcp|udp)\/`,
    String.raw`\b(?:requests|httpx|session|client|aiohttp|s|http|r|req)\.(?:post|put|patch|request)\s*\(`,
    String.raw`\b(?:requests|httpx)\.get\s*\([^\n]{0,400}(?:params\s*=|\{\w|\+|%\s*\w|format\()`,
    String.raw`\burlopen\s*\(|["']urlopen["']|\burlretrieve\s*\(|\bRequest\s*\(\s*[^\n]{0,400}data\s*=`,
    String.raw`\bhttp\.client\b|\bHTTPS?Connection\s*\(`,
    String.raw`\bfetch\s*\([^\n]{0,400}(?:\+|\$\{|method|body)|\bfetch\s*\([^)]{0,300}\{[^}]{0,300}(?:body|method)`,
    String.raw`\baxios\b[^\n]{0,400}(?:post|put|data)|\bgot\.post\b|\bXMLHttpRequest\b|sendBeacon|\bhttps?\.(?:request|get)\s*\(`,
    String.raw`\bnew\s+(?:WebSocket|Image)\b|\bwebsockets?\.(?:connect|create_connection)`,
    String.raw`\bsocket\.(?:socket|create_connection|connect|gethostbyname|getaddrinfo)\b|\.sendto?\s*\(|\bnet\.(?:connect|createConnection|Socket)\b|\bdns\.(?:resolve\w*|lookup)\s*\(`,
    String.raw`\b(?:dig|nslookup|host|ping|getent\s+hosts)\b[^\n]{0,400}(?:\$\(|\$\{?\w|\x60)`,
    String.raw`\bsmtplib\b|\bsendmail\b|\b(?:mail|mutt|mailx|msmtp|swaks)\s+(?:-\w|[^\n]{0,400}@)|\bftplib\b|\bftp\s+-|\blftp\b`,
    String.raw`\b(?:scp|rsync|sftp)\b[^\n]{0,400}\s[\w.-]+@?[\w.-]*:[^\s/]?|\bssh\b\s+[^\n|;]{0,400}@[\w.-]+\s+["']?(?:cat|tee|dd)`,
    String.raw`\baws\s+s3\s+(?:cp|sync|mv)\b[^\n]{0,400}s3:\/\/|\bgsutil\b[^\n]{0,400}gs:\/\/|\brclone\s+(?:copy|sync|move)|\baz\s+storage\s+blob\s+upload|\.upload_file\s*\(|\.put_object\s*\(|\bput_?object\b`,
    String.raw`\bgit\s+push\b|\bgh\s+(?:gist\s+create|issue\s+create|issue\s+comment|pr\s+comment|api\b[^\n]{0,400}-f)|\bnpm\s+publish\b|\bdocker\s+push\b`,
    String.raw`\b(?:Invoke-(?:WebRequest|RestMethod)|iwr|irm)\b[^\n]{0,400}-(?:Body|Method\s+P|InFile)|\.Upload(?:String|File|Data)\s*\(|Net\.WebClient`,
    String.raw`\bNet::HTTP\b|\bopen-uri\b|\bLWP\b|\bfile_get_contents\s*\(\s*["']https?|\bcurl_exec\b|\bhttp\.Post\b|\breqwest\b`,
    String.raw`\bcurl_cffi\b|\bpycurl\b|\btelebot\b|\bBot\s*\([^)]*\)\.send|\bsend_(?:message|document)\s*\(`,
    String.raw`\bopenssl\s+s_client\b|\bcurl\b[^\n]{0,400}(?:-H|--header)\s+["'][^"']*\$\{?\w`,
  ].join("|"),
  "m",
);

export function readFlow(text: string): Flow {
  const at = (pattern: RegExp): number | undefined => pattern.exec(text)?.index;
  return {
    environment: at(take.environment),
    secretFile: at(take.secretFile),
    secretVariable: at(take.secretVariable),
    privateThing: at(take.privateThing),
    sink: at(sink),
    hosts: hostsOf(text),
  };
}

/** Host names of literal addresses, in lower case. */
export function hostsOf(text: string): readonly string[] {
  const hosts = [...text.matchAll(/\b(?:https?|wss?|ftps?|ssh|git|tcp):\/\/(?:[^\s/@"']*@)?([\w.-]+)/gi)].map(
    ([, host = ""]) => host,
  );
  const bare = [
    ...text.matchAll(
      /(?:\/dev\/(?:tcp|udp)\/|@|\b(?:nc|ncat|dig|nslookup|ping|host)\s+(?:-\w+\s+\S*\s*)*)([\w-]+(?:\.[\w-]+)+)/g,
    ),
  ].map(([, host = ""]) => host);
  const tuples = [...text.matchAll(/[([{]\s*["']([\w-]+(?:\.[\w-]+)+)["']\s*,\s*\d{2,5}\b/g)].map(
    ([, host = ""]) => host,
  );
  const dns = [
    ...text.matchAll(
      /["'$)}\w]\.([a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60}){0,5}\.(?:example|test|invalid|com|net|org|io|dev|xyz|top|ru|cn))\b/g,
    ),
  ].map(([, host = ""]) => host);
  return [...new Set([...hosts, ...bare, ...tuples, ...dns].map((host) => host.toLowerCase()))];
}

export interface FlowOptions {
  /** What the skill says it is for, in lower case. */
  readonly purpose: string;
  /** All sentences of the skill: a host that is named there is no secret. */
  readonly told: string;
}

/** Data flows of one stretch of code: something secret is taken, and something carries it out. */
export function flowFindings(span: Span, text: string, options: FlowOptions): readonly SkillFinding[] {
  const flow = readFlow(text);
  if (flow.sink === undefined) return readsOnly(span, text, flow, options);
  if (goesNowhere(flow)) return [];
  const found: SkillFinding[] = [];
  const add = (rule: string, severity: SkillSeverity, message: string, at: number): void => {
    found.push({ rule, risk: "exfiltration", severity, message, ...placeOf(span, text, at) });
  };
  if (flow.environment !== undefined && near(text, flow.environment, flow.sink)) {
    add("exfiltration.environment", "critical", "It sends the whole environment away.", flow.environment);
  }
  if (flow.secretFile !== undefined && near(text, flow.secretFile, flow.sink)) {
    const known = isKnownUse(text, flow, options);
    add(
      "exfiltration.secret-file",
      known ? "low" : "critical",
      "It reads files that hold keys and sends data away.",
      flow.secretFile,
    );
  }
  if (flow.privateThing !== undefined && near(text, flow.privateThing, flow.sink)) {
    const ordinary =
      flow.hosts.every((host) => options.told.includes(host)) &&
      /\b(?:backup|sync|deploy|mirror|screenshot|clipboard|upload|archive|bundle|diagnos|system info)/.test(
        options.purpose,
      );
    add(
      "exfiltration.private",
      ordinary ? "medium" : "critical",
      "It collects private data and sends it away.",
      flow.privateThing,
    );
  }
  if (flow.secretVariable !== undefined) {
    const uses = [...text.matchAll(new RegExp(take.secretVariable.source, "g"))].slice(0, 20);
    for (const { index } of uses) {
      const severity = secretSeverity(text, index, options);
      if (severity === undefined) continue;
      add(
        "exfiltration.secret-variable",
        severity,
        "It gives a key to a host it doesn't belong to, or puts it into an address.",
        index,
      );
    }
  }
  const passing = new RegExp(passingHost, "i").exec(text);
  if (passing !== null && !new RegExp(serviceWord(passing[0]), "i").test(options.purpose)) {
    add(
      "exfiltration.passing-host",
      "high",
      "It sends data to a service that hands on whatever it is given.",
      passing.index,
    );
  }
  return found;
}

/** What is taken by code that has no way out reaches the model, and from there whatever it writes next. */
function readsOnly(span: Span, text: string, flow: Flow, options: FlowOptions): readonly SkillFinding[] {
  const found: SkillFinding[] = [];
  if (
    flow.secretFile !== undefined &&
    /\b(?:cat|type|less|head|tail|more|cp|base64|xxd|strings|grep|open|read\w*|Get-Content|tar|zip)\b|find-|dump-|lookup|auth\s+token|print-/.test(
      text,
    )
  ) {
    const line = lineAt(text, flow.secretFile);
    const ordinary =
      isOrdinaryRead(line) ||
      new RegExp(
        String.raw`\b(?:ssh|git|credential|secret|password|keychain|dotenv|env|environment|aws|gcloud|kube|npm|docker|config|vault|cookie|history|wallet|deploy|auth|token|key|login)`,
      ).test(options.purpose);
    found.push({
      rule: "credentials.read",
      risk: "credentials",
      severity: ordinary ? "low" : "high",
      message: "It reads files that hold keys.",
      ...placeOf(span, text, flow.secretFile),
    });
  }
  if (
    flow.environment !== undefined &&
    span.kind === "script" &&
    /\b(?:print|console\.log|echo|write|dump|log)\b/.test(lineAt(text, flow.environment))
  ) {
    found.push({
      rule: "credentials.environment",
      risk: "credentials",
      severity: "medium",
      message: "It puts the whole environment where it can be read.",
      ...placeOf(span, text, flow.environment),
    });
  }
  return found;
}

/** A `.env` that is made from an example, a key that is made, a public one. */
function isOrdinaryRead(line: string): boolean {
  return /\.pub\b|ssh-keygen|ssh-add|\.env\.(?:example|sample)|cp\s+\S*example|source\s+\.env|load_dotenv|dotenv|gitignore|chmod\s+600|--env-file|touch|known_hosts|PASS(?:WORD_)?COMMAND=|"deny"\s*:/.test(
    line,
  );
}

/** Where a key goes: to the hosts of its line, or else to those around it. */
function secretSeverity(text: string, at: number, options: FlowOptions): SkillSeverity | undefined {
  const line = lineAt(text, at);
  const ofLine = hostsOf(line);
  const around = text.slice(Math.max(0, at - 600), at + 600);
  const hosts = ofLine.length > 0 ? ofLine : hostsOf(around);
  const inAddress = new RegExp(
    String.raw`https?:\/\/[^\s"']*(?:\$\{?|%|\{|\+\s*)(?:${secretName})|[?&][\w-]{1,20}=["']?\s*(?:\$\{?|\+\s*)?(?:${secretName})`,
  ).test(around);
  const name = /(?:\$\{?|["'.])([A-Z][A-Z0-9_]*)/.exec(text.slice(at))?.[1] ?? "";
  if (hosts.length === 0) return undefined;
  if (belongsTo(name, hosts)) return inAddress ? "low" : undefined;
  if (isKnownOwner(name)) return sink.test(around) ? "critical" : undefined;
  if (inAddress) return "high";
  if (/Authorization|x-api-key|Bearer|-u\s|auth\s*=|headers/i.test(around)) return undefined;
  return options.told.includes(hosts[0] ?? "\0") ? "low" : "medium";
}

/** A way out that ends on this machine, or that only fetches. */
function goesNowhere({ hosts }: Flow): boolean {
  return hosts.length > 0 && hosts.every(isHere);
}

function isHere(host: string): boolean {
  return (
    /^(?:localhost|127\.|0\.0\.0\.0|\[?::1|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|host\.docker\.internal)/.test(
      host,
    ) ||
    (/\.(?:local|internal|localhost)$/.test(host) && !host.startsWith("metadata."))
  );
}

/** A skill about a service that uses that service's own way to keep a key. */
function isKnownUse(text: string, flow: Flow, { purpose }: FlowOptions): boolean {
  const line = lineAt(text, flow.secretFile ?? 0);
  if (
    /\bssh\b[^\n]*-i\s|\bscp\b[^\n]*-i\s|rsync[^\n]*-e\s+["']?ssh|IdentityFile|ssh-copy-id|--env-file|load_dotenv|source\s+\.env|set -a|dotenv/.test(
      line,
    )
  )
    return true;
  if (/\bgh\s+auth\s+token\b/.test(line)) return flow.hosts.every((host) => host.includes("github"));
  if (/print-(?:access|identity)-token/.test(line))
    return flow.hosts.every((host) => host.includes("google"));
  return (
    /gitignore|exclude|_authToken=|gh auth login/.test(line) ||
    (/\bbackup\b/.test(purpose) && /--exclude/.test(line))
  );
}

/** In one command, in neighbouring lines, or anywhere in a short file. */
function near(text: string, a: number, b: number): boolean {
  return text.length < 6_000 || Math.abs(a - b) < 3_000;
}

function serviceWord(host: string): string {
  return (
    /discord|telegram|slack|ngrok|trycloudflare|pastebin|transfer|webhook|bit|workers|gofile|rentry|catbox/.exec(
      host.toLowerCase(),
    )?.[0] ?? "\0"
  )
    .replace("trycloudflare", "tunnel|cloudflare")
    .replace("workers", "workers|cloudflare")
    .replace("ngrok", "ngrok|tunnel");
}

function lineAt(text: string, at: number): string {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  const to = text.indexOf("\n", at);
  return text.slice(from, to === -1 ? text.length : to);
}

function placeOf(span: Span, text: string, at: number): Pick<SkillFinding, "file" | "line" | "excerpt"> {
  return {
    file: span.file,
    line: span.line + text.slice(0, at).split("\n").length - 1,
    excerpt: excerptOf(lineAt(text, at).trim() || text.slice(at, at + 120)),
  };
}
