import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A message as the server keeps and sends it. @see https://docs.ntfy.sh/subscribe/api/#json-message-format */
export interface KeptMessage {
  readonly id: string;
  readonly time: number;
  readonly event: "message";
  readonly topic: string;
  readonly message: string;
  readonly tags?: readonly string[];
  readonly attachment?: {
    readonly name: string;
    readonly type?: string;
    readonly size: number;
    readonly url: string;
  };
}

export interface SaidFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Of a file that the server does not keep. */
  readonly url?: string;
}

export interface NtfyServer {
  readonly url: string;
  readonly kept: KeptMessage[];
  publish(topic: string, message: string, file?: SaidFile): KeptMessage;
  /** What is done to the next that publishes. */
  next: "lose-answer" | "rate-limit" | "forbid" | undefined;
  /** Sends the last message once more. */
  repeat(): void;
  /** Ends every stream, or lets them be silent. */
  drop(): void;
  silence(): void;
  changed(): Promise<void>;
  close(): Promise<void>;
}

interface Stream {
  readonly topic: string;
  readonly response: ServerResponse;
  isSilent: boolean;
}

/** What the published description says of publishing, subscribing, polling, attachments and access tokens. */
export async function openNtfyServer(token: string, keepaliveMs = 100): Promise<NtfyServer> {
  const kept: KeptMessage[] = [];
  const files = new Map<string, Uint8Array>();
  const streams = new Set<Stream>();
  let watchers: (() => void)[] = [];
  let count = 0;
  const seconds = (): number => Math.floor(Date.now() / 1_000);
  const nextId = (): string => `id${String((count += 1)).padStart(10, "0")}`;
  const write = ({ response, isSilent }: Stream, line: object): void => {
    if (!isSilent) response.write(`${JSON.stringify(line)}\n`);
  };
  const all = (topic: string, line: object): void => {
    for (const stream of streams) if (stream.topic === topic) write(stream, line);
  };
  const keepalive = setInterval(() => {
    for (const stream of streams)
      write(stream, { id: nextId(), time: seconds(), event: "keepalive", topic: stream.topic });
  }, keepaliveMs);

  const server = createServer((request, response) => {
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const publish = (
    topic: string,
    message: string,
    more: { readonly tags?: readonly string[]; readonly file?: SaidFile } = {},
  ): KeptMessage => {
    const id = nextId();
    const { file, tags } = more;
    const type = file?.name.endsWith(".txt") === true ? "text/plain" : "application/octet-stream";
    if (file !== undefined) files.set(id, file.bytes);
    const attachment = file && {
      name: file.name,
      type,
      size: file.bytes.length,
      url: file.url ?? `${url}/file/${id}.bin`,
    };
    const text = message === "" && file !== undefined ? `You received a file: ${file.name}` : message;
    const line: KeptMessage = {
      ...{ id, time: seconds(), event: "message", topic, message: text },
      ...(tags === undefined ? {} : { tags }),
      ...(attachment === undefined ? {} : { attachment }),
    };
    kept.push(line);
    all(topic, line);
    for (const watcher of watchers.splice(0)) watcher();
    return line;
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    const refuse = (http: number, code: number, error: string, headers = {}): void => {
      response.writeHead(http, { "content-type": "application/json", ...headers });
      response.end(JSON.stringify({ code, http, error }));
    };
    if (request.headers.authorization !== `Bearer ${token}`) return refuse(401, 40101, "unauthorized");
    const [first = "", second = ""] = pathname.slice(1).split("/");
    if (request.method === "GET" && first === "file") {
      const bytes = files.get(second.replace(/\.bin$/, ""));
      if (bytes === undefined) return refuse(404, 40401, "page not found");
      response.end(bytes);
      return;
    }
    if (request.method === "GET" && second === "json") return subscribe(first, searchParams, response);
    if (!["POST", "PUT"].includes(request.method ?? "")) return refuse(404, 40401, "page not found");
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const { next } = opened;
    opened.next = undefined;
    if (next === "forbid") return refuse(403, 40301, "forbidden");
    if (next === "rate-limit")
      return refuse(429, 42901, "limit reached: too many requests", { "retry-after": "7" });
    const asked = first === "" ? (JSON.parse(body.toString()) as Record<string, unknown>) : undefined;
    const topic = String(asked?.["topic"] ?? first);
    if (!/^[-\w]{1,64}$/.test(topic)) return refuse(400, 40009, "topic invalid");
    const name = searchParams.get("filename");
    const message = String(asked?.["message"] ?? searchParams.get("message") ?? "");
    const tags = (asked?.["tags"] as string[] | undefined) ?? searchParams.get("tags")?.split(",") ?? [];
    const line = publish(topic, message, { tags, ...(name === null ? {} : { file: { name, bytes: body } }) });
    if (next === "lose-answer") return void request.socket.destroy();
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(line));
  }

  function subscribe(topic: string, query: URLSearchParams, response: ServerResponse): void {
    const since = query.get("since") ?? "";
    const [, amount = "0", unit = "s"] = /^(\d+)([smh])$/.exec(since) ?? [];
    const from = seconds() - Number(amount) * ({ s: 1, m: 60, h: 3_600 }[unit] ?? 1);
    const at = kept.findIndex(({ id }) => id === since);
    const before = kept.filter(
      (line, index) =>
        line.topic === topic &&
        since !== "" &&
        // An id that is not kept any more means all that is.
        (/^\d+[smh]$/.test(since) ? line.time >= from : index > at),
    );
    response.writeHead(200, { "content-type": "application/x-ndjson; charset=utf-8" });
    const stream: Stream = { topic, response, isSilent: false };
    if (query.get("poll") !== "1") write(stream, { id: nextId(), time: seconds(), event: "open", topic });
    for (const line of before) write(stream, line);
    if (query.get("poll") === "1") return void response.end();
    streams.add(stream);
    response.once("close", () => streams.delete(stream));
  }

  const opened: NtfyServer = {
    url,
    kept,
    next: undefined,
    publish: (topic, message, file) => publish(topic, message, file === undefined ? {} : { file }),
    repeat() {
      const last = kept.at(-1);
      if (last !== undefined) all(last.topic, last);
    },
    drop() {
      for (const { response } of streams) response.destroy();
    },
    silence() {
      for (const stream of streams) stream.isSilent = true;
    },
    changed: () => new Promise((resolve) => (watchers = [...watchers, resolve])),
    async close() {
      clearInterval(keepalive);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return opened;
}
