import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type GraphMessage, graphMessage, graphRead, mediaRules } from "./graph-message.ts";

export interface SentMessage {
  readonly id: string;
  readonly to: string;
  readonly message: GraphMessage;
  readonly fileName?: string | undefined;
}

interface Media {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mimeType: string;
  readonly name?: string | undefined;
}

export type WhatsAppFault =
  | { readonly kind: "error"; readonly code: number; readonly status?: number; readonly retryAfterS?: number }
  | { readonly kind: "accept-then-drop" }
  | { readonly kind: "page"; readonly status: number };

/**
 * The Cloud API as its published description has it: numbers, messages, media, and webhooks that come again until they are answered
 * with 200. What stands in no reference is refused.
 *
 * @see https://developers.facebook.com/docs/whatsapp/cloud-api/reference
 */
export class WhatsAppServer {
  readonly phoneNumberId = "106540352242922";
  readonly number = "15550783881";
  readonly token = "EAAtoken-of-a-test";
  readonly appSecret = "0123456789abcdef0123456789abcdef";
  readonly account = "102290129340398";
  readonly sent: SentMessage[] = [];
  readonly read: { readonly id: string; readonly isTyping: boolean }[] = [];
  readonly subscribed: string[] = [];
  readonly media: Map<string, Media> = new Map();
  /** Answers to webhooks, in order. */
  readonly answers: number[] = [];
  readonly faults: WhatsAppFault[] = [];
  /** Asked where no fault waits. */
  drawFault: (() => WhatsAppFault | undefined) | undefined;
  /** Those of whom it refuses messages, with the error's code. */
  readonly refused: Map<string, number> = new Map();
  root = "";
  lastSaid = "";
  /** Where webhooks are posted. */
  callback = "";
  readonly #known: Set<string> = new Set();
  #next = 1;
  #posting: Promise<void> = Promise.resolve();
  readonly #ended = new AbortController();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  });

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    // Bound to a host and a port, it is no pipe.
    this.root = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v24.0`;
    return this;
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.#posting;
    this.#server.closeAllConnections();
    this.#server.close();
  }

  newId(): string {
    return `wamid.HBgL${String(this.#next++).padStart(6, "0")}==`;
  }

  addMedia(media: Media): string {
    const id = String(1_000_000 + this.#next++);
    this.media.set(id, media);
    return id;
  }

  /** Webhooks that are on their way are answered, or given up. */
  async settled(): Promise<void> {
    await this.#posting;
  }

  /** Posts what a person says until it is answered with 200, one webhook after another. */
  say(from: string, content: object, name = "Ada"): string {
    const id = this.newId();
    this.#known.add(id);
    this.lastSaid = id;
    const timestamp = String(Math.floor(Date.now() / 1_000));
    this.post({
      contacts: [{ profile: { name }, wa_id: from }],
      messages: [{ from, id, timestamp, ...content }],
    });
    return id;
  }

  post(value: object): void {
    const body = JSON.stringify(this.webhook(value));
    this.#posting = this.#posting.then(async () => {
      while (!this.#ended.signal.aborted) {
        const status = await this.postRaw(body).catch(() => 0);
        this.answers.push(status);
        if (status === 200) return;
        await delay(10);
      }
    });
  }

  webhook(...values: readonly object[]): object {
    const metadata = { display_phone_number: this.number, phone_number_id: this.phoneNumberId };
    const changes = values.map((value) => ({
      value: { messaging_product: "whatsapp", metadata, ...value },
      field: "messages",
    }));
    return { object: "whatsapp_business_account", entry: [{ id: this.account, changes }] };
  }

  /** One post, signed as Meta does. @returns The status of the answer. */
  async postRaw(
    body: string,
    headers: Readonly<Record<string, string>> = this.signed(body),
  ): Promise<number> {
    const response = await fetch(this.callback, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  }

  signed(body: string, secret: string = this.appSecret): Readonly<Record<string, string>> {
    return { "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}` };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const [, version, id = "", edge] = pathname.split("/");
    if (request.headers.authorization !== `Bearer ${this.token}`)
      return refuse(response, 401, 190, "Invalid OAuth access token - Cannot parse access token");
    if (pathname.startsWith("/files/")) {
      const found = this.media.get(edge ?? id);
      if (found === undefined) return void response.writeHead(404).end();
      response.writeHead(200, { "content-type": found.mimeType });
      return void response.end(found.bytes);
    }
    if (!/^v\d+\.\d$/.test(version ?? "")) return refuse(response, 400, 2_500, "Unknown path components");
    if (request.method === "GET" && edge === undefined) return this.#node(id, response);
    if (request.method === "POST" && id === this.account && edge === "subscribed_apps") {
      this.subscribed.push(id);
      return reply(response, { success: true });
    }
    if (request.method !== "POST" || id !== this.phoneNumberId)
      return refuse(
        response,
        400,
        100,
        `Unsupported ${request.method} request. Object with ID '${id}' does not exist`,
        33,
      );
    if (edge === "media") return await this.#upload(request, body, response);
    if (edge === "messages") return this.#message(body, response);
    return refuse(response, 400, 2_500, "Unknown path components");
  }

  #node(id: string, response: ServerResponse): void {
    const found = this.media.get(id);
    if (found !== undefined)
      return reply(response, {
        messaging_product: "whatsapp",
        url: `${new URL(this.root).origin}/files/${id}`,
        mime_type: found.mimeType,
        file_size: found.bytes.length,
        id,
      });
    if (id !== this.phoneNumberId)
      return refuse(response, 400, 100, `Unsupported get request. Object with ID '${id}' does not exist`, 33);
    return reply(response, {
      display_phone_number: "+1 555-078-3881",
      verified_name: "Test Number",
      quality_rating: "GREEN",
      id,
    });
  }

  async #upload(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const type = request.headers["content-type"] ?? "";
    const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } })
      .formData()
      .catch(() => new FormData());
    const file = form.get("file");
    const product =
      new URL(request.url ?? "/", this.root).searchParams.get("messaging_product") ??
      form.get("messaging_product");
    const mimeType = form.get("type") ?? (file instanceof File ? file.type : undefined);
    if (product !== "whatsapp" || !(file instanceof File) || typeof mimeType !== "string")
      return refuse(response, 400, 100, "Param file must be a file with one of the supported types");
    const bytes = new Uint8Array(await file.arrayBuffer());
    return reply(response, { id: this.addMedia({ bytes, mimeType, name: file.name }) });
  }

  #message(body: Buffer, response: ServerResponse): void {
    const json: unknown = JSON.parse(body.toString());
    const read = graphRead.safeParse(json).data;
    if (read !== undefined) {
      if (!this.#known.has(read.message_id)) return refuse(response, 400, 100, "Invalid parameter");
      this.read.push({ id: read.message_id, isTyping: read.typing_indicator !== undefined });
      return reply(response, { success: true });
    }
    const fault = this.faults.shift() ?? this.drawFault?.();
    if (fault?.kind === "error")
      return refuse(
        response,
        fault.status ?? 400,
        fault.code,
        `(#${fault.code}) refused`,
        undefined,
        fault.retryAfterS,
      );
    if (fault?.kind === "page") return void response.writeHead(fault.status).end("<html>");
    const { data: message, error } = graphMessage.safeParse(json);
    if (message === undefined)
      return refuse(response, 400, 100, `(#100) Invalid parameter: ${error?.issues[0]?.message}`);
    const to = message.to ?? message.recipient;
    if (to === undefined) return refuse(response, 400, 131_008, "(#131008) Required parameter is missing");
    const refusal = this.refused.get(to);
    if (refusal !== undefined) return refuse(response, 400, refusal, `(#${refusal}) refused`);
    const file = this.#fileOf(message);
    if (file === "wrong") return refuse(response, 400, 131_053, "(#131053) Media upload error");
    const id = this.newId();
    const name = message.document?.filename ?? file?.name;
    this.sent.push({ id, to, message, fileName: name });
    this.#known.add(id);
    this.status(id, to, "sent", message.biz_opaque_callback_data);
    if (fault?.kind === "accept-then-drop") return void response.destroy();
    return reply(response, {
      messaging_product: "whatsapp",
      contacts: [{ input: to, ...(message.to === undefined ? { user_id: to } : { wa_id: to }) }],
      messages: [{ id }],
    });
  }

  /** Reports what became of a message. */
  status(id: string, to: string, status: string, key?: string, errors?: readonly object[]): void {
    if (this.callback === "") return;
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const callback = key === undefined ? {} : { biz_opaque_callback_data: key };
    this.post({
      statuses: [{ id, status, timestamp, recipient_id: to, ...callback, ...(errors && { errors }) }],
    });
  }

  #fileOf(message: GraphMessage): Media | "wrong" | undefined {
    const [pattern, maxBytes] = mediaRules[message.type] ?? [];
    if (pattern === undefined || maxBytes === undefined) return undefined;
    const { image, video, audio, document } = message;
    const found = this.media.get((image ?? video ?? audio ?? document)?.id ?? "");
    return found !== undefined && pattern.test(found.mimeType) && found.bytes.length <= maxBytes
      ? found
      : "wrong";
  }
}

function reply(response: ServerResponse, body: object): void {
  response.writeHead(200, { "content-type": "application/json; charset=UTF-8" }).end(JSON.stringify(body));
}

function refuse(
  response: ServerResponse,
  status: number,
  code: number,
  message: string,
  subcode?: number,
  retryAfterS?: number,
): void {
  const error = { message, type: "OAuthException", code, fbtrace_id: "Az8or2yhqkZfEZ-_4Qn_Bam" };
  response.writeHead(status, {
    "content-type": "application/json; charset=UTF-8",
    ...(retryAfterS === undefined ? {} : { "retry-after": String(retryAfterS) }),
  });
  response.end(
    JSON.stringify({ error: { ...error, ...(subcode === undefined ? {} : { error_subcode: subcode }) } }),
  );
}
