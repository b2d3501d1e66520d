import { readsElsewhere } from "../command-context.ts";
import type { Call, CommandContext, ProgramHandler } from "../command-context.ts";
import { readOptions } from "../programs/options.ts";
import type { OptionTable } from "../programs/options.ts";
import { isKnown, UNKNOWN } from "../shell/unknown.ts";

/** What the options of a program that fetches by an address mean. */
interface Fetcher {
  readonly table: OptionTable;
  /** Data that is sent. */
  readonly body: RegExp;
  /** A file that is sent. */
  readonly file: RegExp;
  /** Written with what comes. */
  readonly output: RegExp;
  /** Stand beside the address. */
  readonly beside: RegExp;
  readonly method: RegExp;
}

const fetchers: Readonly<Record<string, Fetcher>> = {
  curl: {
    table: {
      flags: "#0123460aBfgGiIjJklLMnNOpqRsSvVZ",
      values: "AbcCdDeEFhHKmoPQrtTuUwxXyYz",
      longFlags:
        "silent show-error fail fail-with-body location insecure head include verbose compressed get remote-name remote-header-name create-dirs no-progress-meter globoff http1.1 http2 http3 ipv4 ipv6 netrc no-buffer parallel raw next progress-bar location-trusted",
      longValues:
        "request data data-raw data-binary data-urlencode data-ascii json form form-string header user user-agent referer cookie cookie-jar output output-dir upload-file url max-time connect-timeout retry retry-delay retry-max-time proxy cert key cacert config netrc-file write-out resolve connect-to interface range limit-rate max-redirs dump-header trace trace-ascii unix-socket abstract-unix-socket",
      anywhere: true,
    },
    body: /^(d|data|data-binary|data-ascii|data-urlencode|data-raw|json|F|form|form-string)$/,
    file: /^(T|upload-file)$/,
    output: /^(o|output|c|cookie-jar|D|dump-header|trace|trace-ascii)$/,
    beside: /^(H|header|A|user-agent|e|referer|b|cookie|u|user)$/,
    method: /^(X|request)$/,
  },
  wget: {
    table: {
      flags: "qvbcdFhiNrSxnkKmpHLE46",
      values: "OPoaeitTQUDIXAlRBw",
      longFlags:
        "quiet recursive no-check-certificate continue mirror page-requisites convert-links no-verbose no-parent spider show-progress timestamping",
      longValues:
        "output-document directory-prefix output-file execute post-data post-file body-data body-file header user password method user-agent referer tries timeout use-askpass level limit-rate accept reject config input-file",
      anywhere: true,
    },
    body: /^(post-data|body-data)$/,
    file: /^(post-file|body-file)$/,
    output: /^(O|output-document|o|a|output-file|P|directory-prefix)$/,
    beside: /^(header|U|user-agent|referer|user|password)$/,
    method: /^method$/,
  },
};

/** `curl`, `wget`: where it connects to, what it sends, where it writes. */
export const fetch: ProgramHandler = (call, context) => {
  const fetcher = fetchers[call.name === "curl" ? "curl" : "wget"];
  if (fetcher === undefined) return UNKNOWN;
  const { options, all, operands } = readOptions(call.args, fetcher.table);
  const urls = [...operands, ...all.flatMap(([name, value]) => (name === "url" ? [value] : []))];
  const isLocal = urls.length > 0 && urls.every(isLocalAddress);
  for (const url of urls) judgeAddress(url, context);
  for (const [name, value] of all) {
    if (fetcher.body.test(name)) judgeBody(name, value, call, isLocal, context);
    if (fetcher.file.test(name)) judgeUpload(value, call, isLocal, context);
    if (fetcher.output.test(name) && value !== "-") fetched(value, context);
    if (fetcher.beside.test(name)) {
      if (value.startsWith("@")) judgeUpload(value.slice(1), call, isLocal, context);
      // A text that is known only when it runs, after something of the person's was read.
      if (!isLocal && !isKnown(value) && context.notes.has(readsElsewhere))
        context.ask("network.upload", "What it puts beside the address shows only when it runs.");
    }
    if (/^(K|config|e|execute|use-askpass)$/.test(name) && name !== "e")
      context.ask("code.unknown", `${call.name} takes its orders from ${value}.`);
    if (/unix-socket$/.test(name) && /docker\.sock|podman|containerd|systemd|dbus/.test(value))
      context.ask("privilege.raised", `It speaks with the service behind ${value}.`);
    if (/^(x|proxy)$/.test(name) && call.name === "curl" && !isLocalAddress(value))
      context.ask("network.proxy", `It sends its requests through ${value}.`);
  }
  const hasBody =
    all.some(([name]) => fetcher.body.test(name) || fetcher.file.test(name)) &&
    !options.has("G") &&
    !options.has("get");
  const method = all.findLast(([name]) => fetcher.method.test(name))?.[1].toUpperCase() ?? "";
  if (method === "DELETE" && !isLocal) context.ask("action.destructive", "It deletes something on a server.");
  if (!isLocal && (hasBody || /^(PUT|PATCH|POST)$/.test(method))) {
    context.ask("network.request", "It sends a request that may change something on a server.");
    if (sends.test(urls.join(" "))) context.ask("send.message", "It sends a message, an order or money.");
  }
  const isNamed = all.some(([name]) => fetcher.output.test(name));
  if (call.name === "curl" ? options.has("O") || options.has("remote-name") : !isNamed)
    for (const url of urls) fetched(url.split(/[?#]/)[0]?.split("/").at(-1) || "index.html", context);
  return UNKNOWN;
};

const sends =
  /hooks\.slack|discord(app)?\.[\w.]+\/api\/webhooks|api\.telegram|\/bot[\w:]+\/send|api\.(sendgrid|mailgun|twilio|postmark)|\/(send|messages|mail|sms|charges|payments|payouts|transfers|refunds|tweets|webhooks?|hooks)\b/i;

function judgeBody(
  option: string,
  value: string,
  call: Call,
  isLocal: boolean,
  context: CommandContext,
): void {
  const isForm = /^(F|form)$/.test(option);
  const at = isForm ? value.search(/=[@<]/) + 1 : value.indexOf("@");
  const isFile = isForm ? at > 0 : option !== "data-raw" && (at === 0 || /^\w*@[./~]/.test(value));
  if (isFile) judgeUpload(value.slice(at + 1), call, isLocal, context);
  else if (!isLocal && !isKnown(value))
    context.ask("network.upload", "It sends data that shows only when it runs.");
}

function judgeUpload(file: string, { stdin }: Call, isLocal: boolean, context: CommandContext): void {
  const name = file.split(";")[0] ?? "";
  if (name === "-" || name === "." || name === "") {
    if (!isLocal && (stdin === undefined || !isKnown(stdin)))
      context.ask("network.upload", "It sends data that shows only when it runs.");
    return;
  }
  context.touch("read", name, { recursive: true });
  if (!isLocal) context.ask("network.upload", `It sends ${name} to a server.`);
}

/** A file that came from the network: running it is running what nobody has read. */
function fetched(path: string, context: CommandContext): void {
  context.touch("write", path);
  context.state.files.set(context.resolve(path) ?? path, UNKNOWN);
}

function isLocalAddress(url: string): boolean {
  return /^(\w+:\/\/)?([^@/]*@)?(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\]|[\w-]+\.(localhost|test))(:[\d\uFFFF]+)?([/?#]|$)/.test(
    url,
  );
}

function judgeAddress(url: string, context: CommandContext): void {
  const [, , host = ""] = /^(\w+:\/\/)?(?:[^@/]*@)?([^/:?#]+)/.exec(url) ?? [];
  context.effect({ kind: "network", host });
  if (/^file:/i.test(url)) context.touch("read", url.replace(/^file:\/*/i, "/"));
  if (/^169\.254\.|^metadata\.|^100\.100\.100\.200$|^\[?fd00:ec2|^168\.63\.129\.16$/.test(host))
    context.ask("network.metadata", `${host} gives away the credentials of this machine.`);
  if (/^(dict|gopher|tftp|smb|telnet|ldap):/i.test(url))
    context.ask("network.raw", `It speaks ${url.split(":")[0]} with ${host}.`);
  if (!isKnown(url) && !url.startsWith(UNKNOWN) && !isLocalAddress(url))
    context.ask("network.upload", "What it puts into the address shows only when it runs.");
}

/** `nc`, `socat` and others that join a port with a program or a file. */
export const rawConnection: ProgramHandler = ({ name, args, stdin }, context) => {
  const text = args.join(" ");
  if (/(^| )-[a-zA-Z]*z/.test(text)) return;
  if (/(^| )-[a-zA-Z]*[ec]( |$)|--(sh-)?exec|--lua-exec|exec:|system:|shell:/i.test(text))
    context.ask("network.shell", `It gives a program to whoever is at the other end: ${name} ${text}.`);
  else if (/(^| )-[a-zA-Z]*l|listen/i.test(text))
    context.ask("network.listen", `It opens a port of this machine: ${name} ${text}.`);
  else if (stdin !== undefined && !(isKnown(stdin) && stdin.length < 200))
    context.ask("network.upload", `It sends data to another machine: ${name} ${text}.`);
  else if (!/localhost|127\.0\.0\.1|::1/.test(text))
    context.ask("network.raw", `It opens a raw connection: ${name} ${text}.`);
};

export const ssh: ProgramHandler = (call, context) => {
  const { options, all, operands } = readOptions(call.args, {
    flags: "46AaCfGgKkMNnqsTtVvXxYy",
    values: "BbcDEeFIiJLlmOopQRSWw",
  });
  if (options.has("V") || options.has("Q") || options.has("G")) return;
  for (const [name, value] of all) {
    if (name === "o") judgeSshOption(value, context);
    if (/^[RwD]$/.test(name) || (name === "L" && /^(\*|0\.0\.0\.0|:)/.test(value)))
      context.ask("network.tunnel", `It opens a way between this machine and others: -${name} ${value}.`);
    if (name === "A")
      context.ask("credentials.forwarded", "It lets the other machine use the keys of this one.");
  }
  const [host, ...command] = operands;
  if (host === undefined) return;
  // Asking a forge who one is: no shell is given there.
  if (
    /^git@(github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)$/.test(host) &&
    command.length === 0 &&
    call.stdin === undefined
  )
    return;
  context.effect({ kind: "network", host: host.split("@").at(-1) });
  const { stdin, downloaded } = call;
  if (command.length > 0)
    context.script(command.join(" "), { stdin, downloaded, remote: true, wrapper: "ssh" });
  else if (stdin !== undefined) context.script(stdin, { downloaded, remote: true, wrapper: "ssh" });
  if (!options.has("N")) context.ask("network.remote", `It works on the machine ${host}.`);
};

/** Options of ssh that run programs here or open ports. */
export function judgeSshOption(value: string, context: CommandContext): void {
  const [, name = "", text = ""] = /^\s*(\w+)\s*[= ]\s*([^]*)$/.exec(value) ?? [];
  if (/^(ProxyCommand|LocalCommand|KnownHostsCommand|RemoteCommand)$/i.test(name) && text !== "none")
    context.script(text);
  if (/^(RemoteForward|DynamicForward|Tunnel)$/i.test(name))
    context.ask("network.tunnel", "It opens a way into this machine from another one.");
}
