import { readsElsewhere } from "../desk.ts";
import type { Call, Desk, Judge } from "../desk.ts";
import { operandsOf, readOptions } from "../programs/options.ts";
import { isKnown, UNKNOWN } from "../shell/unknown.ts";
import { judgeSshOption } from "./archives.ts";

const curlOptions = {
  flags: "#0123460aBfgGiIjJklLMnNOpqRsSvVZ",
  values: "AbcCdDeEFhHKmoPQrtTuUwxXyYz",
  longFlags:
    "silent show-error fail fail-with-body location insecure head include verbose compressed get remote-name remote-header-name create-dirs no-progress-meter globoff http1.1 http2 http3 tlsv1.2 tlsv1.3 ipv4 ipv6 netrc no-buffer parallel raw tcp-nodelay next progress-bar location-trusted remove-on-error clobber no-clobber",
  longValues:
    "request data data-raw data-binary data-urlencode data-ascii json form form-string header user user-agent referer cookie cookie-jar output output-dir upload-file url max-time connect-timeout retry retry-delay retry-max-time proxy cert key cacert capath config netrc-file write-out resolve connect-to interface range limit-rate max-redirs proto dump-header trace trace-ascii unix-socket abstract-unix-socket quote oauth2-bearer variable expand-url aws-sigv4 ciphers",
  anywhere: true,
};

/** `curl`: what it sends, where it writes. */
export const curl: Judge = (call, desk) => {
  const { options, all, operands } = readOptions(call.args, curlOptions);
  const urls = [...operands, ...all.filter(([name]) => name === "url").map(([, value]) => value)];
  const isLocal = urls.length > 0 && urls.every(isLocalAddress);
  for (const url of urls) judgeAddress(url, desk);
  for (const [name, value] of all) {
    if (/^(d|data|data-binary|data-ascii|data-urlencode|json)$/.test(name))
      judgeBody(value, call, isLocal, desk);
    if (/^(F|form)$/.test(name) && /=[@<]/.test(value))
      judgeUpload(value.slice(value.search(/=[@<]/) + 2), call, isLocal, desk);
    if (/^(T|upload-file)$/.test(name)) judgeUpload(value, call, isLocal, desk);
    if (/^(o|output|c|cookie-jar|D|dump-header|trace|trace-ascii)$/.test(name) && value !== "-")
      fetched(value, desk);
    if (/^(K|config)$/.test(name)) desk.ask("code.unknown", `curl takes its orders from ${value}.`);
    if (/^(H|header)$/.test(name) && value.startsWith("@")) {
      desk.touch("read", value.slice(1));
      if (!isLocal) desk.ask("network.upload", `It sends ${value.slice(1)} to a server.`);
    }
    if (/^(H|header|A|user-agent|e|referer|b|cookie|u|user)$/.test(name) && !isLocal && mayCarry(value, desk))
      desk.ask("network.upload", "What it puts beside the address shows only when it runs.");
    if (
      /^(unix-socket|abstract-unix-socket)$/.test(name) &&
      /docker\.sock|podman|containerd|systemd|dbus/.test(value)
    )
      desk.ask("privilege.raised", `It speaks with the service behind ${value}.`);
    if (/^(x|proxy)$/.test(name) && !isLocalAddress(value))
      desk.ask("network.proxy", `It sends its requests through ${value}.`);
  }
  const method = (options.get("X") ?? options.get("request") ?? "").toUpperCase();
  judgeMethod(
    method,
    [...urls, ...all.map(([, value]) => value)].join(" "),
    all.some(([name]) => /^(d|data.*|json|F|form.*)$/.test(name)) && !options.has("G") && !options.has("get"),
    isLocal,
    desk,
  );
  if (options.has("O") || options.has("remote-name"))
    for (const url of urls) fetched(url.split(/[?#]/)[0]?.split("/").at(-1) ?? "", desk);
  return UNKNOWN;
};

/** A text that is known only when it runs, after something of the person's was read. */
function mayCarry(value: string, { notes }: Desk): boolean {
  return !isKnown(value) && notes.has(readsElsewhere);
}

function judgeMethod(method: string, text: string, hasBody: boolean, isLocal: boolean, desk: Desk): void {
  if (method === "DELETE" && (!isLocal || /:9200|:2375|_all|\*/.test(text)))
    desk.ask("action.destructive", "It deletes something on a server.");
  if (
    isLocal &&
    /:(9200|2375|2376|10250|8500|6443)\b/.test(text) &&
    (hasBody || /^(POST|PUT|DELETE)$/.test(method))
  )
    desk.ask("action.destructive", "It changes something in a service of this machine.");
  if (isLocal) return;
  if (/^(PUT|PATCH|POST)$/.test(method) || hasBody)
    desk.ask("network.request", "It sends a request that may change something on a server.");
  if (
    /hooks\.slack|discord(app)?\.[\w.]+\/api\/webhooks|api\.telegram|\/bot[\w:]+\/send|sendmessage|api\.(sendgrid|mailgun|twilio|postmark)|\/(send|messages|mail|sms|charges|payments|payouts|transfers|refunds|tweets|webhooks?|hooks)\b/i.test(
      text,
    ) &&
    (hasBody || /^(POST|PUT|PATCH)$/.test(method))
  )
    desk.ask("send.message", "It sends a message, an order or money.");
}

function judgeBody(value: string, call: Call, isLocal: boolean, desk: Desk): void {
  const at = value.indexOf("@");
  if (at === 0 || (at > 0 && /^\w*@[./~]/.test(value))) judgeUpload(value.slice(at + 1), call, isLocal, desk);
  else if (!isLocal && !isKnown(value))
    desk.ask("network.upload", "It sends data that shows only when it runs.");
}

function judgeUpload(file: string, { stdin }: Call, isLocal: boolean, desk: Desk): void {
  const name = file.split(";")[0] ?? "";
  if (name === "-" || name === "." || name === "") {
    if (!isLocal && (stdin === undefined || !isKnown(stdin)))
      desk.ask("network.upload", "It sends data that shows only when it runs.");
    return;
  }
  desk.touch("read", name, { recursive: true });
  if (!isLocal) desk.ask("network.upload", `It sends ${name} to a server.`);
}

/** A file that came from the network: running it is running what nobody has read. */
function fetched(path: string, desk: Desk): void {
  desk.touch("write", path);
  desk.state.files.set(desk.resolve(path) ?? path, UNKNOWN);
}

function isLocalAddress(url: string): boolean {
  return /^(\w+:\/\/)?([^@/]*@)?(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\]|[\w-]+\.(localhost|test))(:[\d\uFFFF]+)?([/?#]|$)/.test(
    url,
  );
}

function judgeAddress(url: string, desk: Desk): void {
  const [, , host = ""] = /^(\w+:\/\/)?(?:[^@/]*@)?([^/:?#]+)/.exec(url) ?? [];
  desk.effect({ kind: "network", host });
  if (/^file:/i.test(url)) desk.touch("read", url.replace(/^file:\/*/i, "/"));
  if (/^169\.254\.|^metadata\.|^100\.100\.100\.200$|^\[?fd00:ec2|^168\.63\.129\.16$/.test(host))
    desk.ask("network.metadata", `${host} gives away the credentials of this machine.`);
  if (/^(dict|gopher|tftp|smb|telnet|ldap):/i.test(url))
    desk.ask("network.raw", `It speaks ${url.split(":")[0]} with ${host}.`);
  const isDynamic = !isKnown(url) && !url.startsWith(UNKNOWN) && !isLocalAddress(url);
  if (isDynamic) desk.ask("network.upload", "What it puts into the address shows only when it runs.");
}

/** Other programs that fetch a file by its address. */
export const download: Judge = ({ args }, desk) => {
  for (const url of operandsOf(args)) {
    judgeAddress(url, desk);
    const at = args.findIndex((word) => /^(-o|--out)$/.test(word));
    fetched(at >= 0 ? (args[at + 1] ?? "") : (url.split(/[?#]/)[0]?.split("/").at(-1) ?? ""), desk);
  }
};

export const wget: Judge = (call, desk) => {
  const { all, operands } = readOptions(call.args, {
    flags: "qvbcdFhiNrSxnkKmpHLE46",
    values: "OPoaeitTQUDIXAlRBw",
    longFlags:
      "quiet recursive no-check-certificate continue mirror page-requisites convert-links no-verbose no-parent spider show-progress https-only timestamping",
    longValues:
      "output-document directory-prefix output-file execute post-data post-file body-data body-file header user password method user-agent tries timeout use-askpass level limit-rate accept reject config input-file",
    anywhere: true,
  });
  const isLocal = operands.length > 0 && operands.every(isLocalAddress);
  for (const url of operands) judgeAddress(url, desk);
  const method = (all.find(([name]) => name === "method")?.[1] ?? "").toUpperCase();
  const hasBody = all.some(([name]) => /^(post|body)-/.test(name));
  judgeMethod(method, [...operands, ...all.map(([, value]) => value)].join(" "), hasBody, isLocal, desk);
  let target: string | undefined;
  for (const [name, value] of all) {
    if (/^(O|output-document)$/.test(name)) {
      target = value;
      if (value !== "-") fetched(value, desk);
    }
    if (/^(o|a|output-file)$/.test(name)) desk.touch("write", value);
    if (/^(P|directory-prefix)$/.test(name)) desk.touch("write", value);
    if (/^(header|U|user-agent|referer|user|password)$/.test(name) && !isLocal && mayCarry(value, desk))
      desk.ask("network.upload", "What it puts beside the address shows only when it runs.");
    if (/^(post-file|body-file)$/.test(name)) judgeUpload(value, call, isLocal, desk);
    if (/^(post-data|body-data)$/.test(name)) judgeBody(value, call, isLocal, desk);
    if (
      /^(use-askpass|e|execute)$/.test(name) &&
      /askpass|^(use_askpass|input|output_document)/.test(`${name}${value}`)
    )
      desk.ask("code.runs-program", `It makes wget run or read ${value}.`);
  }
  if (target === undefined)
    for (const url of operands) fetched(url.split(/[?#]/)[0]?.split("/").at(-1) || "index.html", desk);
  return UNKNOWN;
};

/** `http`, `xh`: the method stands in front of the address; without one it is POST where there is data. */
export const httpie: Judge = (call, desk) => {
  const { operands, options } = readOptions(call.args, {
    flags: "jfhbvFdcSIqp",
    values: "apospP",
    longFlags:
      "json form multipart follow download continue check-status headers body verbose offline ignore-stdin",
    longValues: "auth auth-type session session-read-only output print verify timeout proxy raw bearer",
    anywhere: true,
  });
  const [first = "", ...rest] = operands;
  const hasMethod =
    /^[A-Za-z]{3,7}$/.test(first) && /^(get|head|post|put|patch|delete|options|trace|connect)$/i.test(first);
  const [url = "", ...items] = hasMethod ? rest : operands;
  const hasBody =
    items.some((item) => !/==|^[\w-]+:[^=]/.test(item) && /=|@/.test(item)) || options.has("raw");
  const address = /^:/.test(url) ? `localhost${url}` : url;
  const isLocal = isLocalAddress(address);
  judgeAddress(address, desk);
  for (const item of items) {
    const [, file] = /^[^=]*(?::=|=)?@(.+)$/.exec(item) ?? [];
    if (file !== undefined) judgeUpload(file, call, isLocal, desk);
  }
  if (!isLocal && call.stdin !== undefined && !isKnown(call.stdin))
    desk.ask("network.upload", "It sends data that shows only when it runs.");
  if (options.has("offline")) return UNKNOWN;
  judgeMethod(hasMethod ? first.toUpperCase() : "", operands.join(" "), hasBody, isLocal, desk);
  const target = options.get("o") ?? options.get("output");
  if (target !== undefined) fetched(target, desk);
  return UNKNOWN;
};

/** `nc`, `socat` and others that join a port with a program or a file. */
export const rawConnection: Judge = ({ name, args, stdin }, desk) => {
  const text = args.join(" ");
  if (/^-[a-zA-Z]*z/.test(text) || /(^| )-[a-zA-Z]*z/.test(text)) return;
  if (/^(-h|--help|-V)$/.test(text)) return;
  if (/(^| )-[a-zA-Z]*[ec]( |$)|--(sh-)?exec|--lua-exec|exec:|system:|shell:/i.test(text))
    desk.ask("network.shell", `It gives a program to whoever is at the other end: ${name} ${text}.`);
  else if (/(^| )-[a-zA-Z]*l|listen|--listen/i.test(text))
    desk.ask("network.listen", `It opens a port of this machine: ${name} ${text}.`);
  else if (stdin !== undefined && !(isKnown(stdin) && stdin.length < 200))
    desk.ask("network.upload", `It sends data to another machine: ${name} ${text}.`);
  else if (!/localhost|127\.0\.0\.1|::1/.test(text))
    desk.ask("network.raw", `It opens a raw connection: ${name} ${text}.`);
};

export const ssh: Judge = (call, desk) => {
  const { options, all, operands } = readOptions(call.args, {
    flags: "46AaCfGgKkMNnqsTtVvXxYy",
    values: "BbcDEeFIiJLlmOopQRSWw",
  });
  if (options.has("V") || options.has("Q") || options.has("G")) return;
  for (const [name, value] of all) {
    if (name === "o") judgeSshOption(value, desk);
    if (name === "R" || name === "w")
      desk.ask("network.tunnel", `It opens a way into this machine from another one: ${value}.`);
    if (name === "D" || (name === "L" && /^(\*|0\.0\.0\.0|:)/.test(value)))
      desk.ask("network.tunnel", `It opens a way into another network: ${value}.`);
    if (name === "I") desk.ask("code.loaded", `It makes ssh load ${value}.`);
    if (name === "F" && /^\/(tmp|dev)/.test(value))
      desk.ask("code.runs-program", `It takes the settings of ssh from ${value}.`);
    if (name === "A")
      desk.ask("credentials.forwarded", "It lets the other machine use the keys of this one.");
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
  desk.effect({ kind: "network", host: host.split("@").at(-1) });
  if (command.length > 0)
    desk.script(command.join(" "), {
      stdin: call.stdin,
      downloaded: call.downloaded,
      remote: true,
      wrapper: "ssh",
    });
  else if (call.stdin !== undefined)
    desk.script(call.stdin, { downloaded: call.downloaded, remote: true, wrapper: "ssh" });
  if (!options.has("N") || host.startsWith("-"))
    desk.ask("network.remote", `It works on the machine ${host}.`);
};

/** Programs that run a shell text on machines elsewhere; the text stands behind the given option or word. */
export const remoteRunner: Judge = (call, desk) => {
  const { name, args } = call;
  if (/^--(version|help|list-hosts|syntax-check|check)$/.test(args[0] ?? "")) return;
  const end = args.indexOf("--");
  const text =
    end >= 0
      ? args.slice(end + 1).join(" ")
      : optionValue(args, /^(-a|-c|-C|--command|--args|--commands|-e|--shell-command)$/);
  if (text !== undefined && text !== "") desk.script(text, { remote: true, wrapper: name });
};

function optionValue(args: readonly string[], option: RegExp): string | undefined {
  for (const [index, word] of args.entries()) {
    const [, name = word, value] = /^(--[\w-]+)=([^]*)$/.exec(word) ?? [];
    if (option.test(name)) return value ?? args[index + 1];
  }
  return undefined;
}

/** Names that are looked up carry data out when a part of them is made when it runs. */
export const lookUp: Judge = ({ name, args }, desk) => {
  const host = operandsOf(args).find((word) => word.includes(UNKNOWN) && word.includes("."));
  if (host !== undefined)
    desk.ask("network.upload", `${name} looks up a name made of data that shows only when it runs.`);
  if (name === "ping" && args.some((word) => /^-\w*f/.test(word)))
    desk.ask("process.flood", "It floods another machine.");
};

/** `kubectl exec`, `docker run` and the like: the command inside is judged as one on another machine. */
export function runInContainer(
  args: readonly string[],
  values: string,
  skipOperands: number,
  call: Call,
  desk: Desk,
): void {
  const taking = new Set(values.split(" "));
  let operands = 0;
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    if (word === "--") {
      runInside(args.slice(at + 1), call, desk);
      return;
    }
    if (word.startsWith("-")) {
      if (!word.includes("=") && taking.has(word.replace(/^--?/, ""))) at++;
    } else if (operands++ === skipOperands) {
      runInside(args.slice(at), call, desk);
      return;
    }
  }
}

function runInside(command: readonly string[], { stdin, downloaded, name }: Call, desk: Desk): void {
  if (command.length > 0) desk.run(command, { stdin, downloaded, remote: true, wrapper: name });
}
