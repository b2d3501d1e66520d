import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { request, type RequestOptions } from "node:https";
import { Readable } from "node:stream";
import type { HttpTransport } from "../server-entry.ts";

type Fetch = typeof globalThis.fetch;

/**
 * The fetch for a server with the certificates that its entry names; without any, the one of the platform, which can't be told of
 * certificates. What goes elsewhere, such as to an authorization server, knows the named authorities, and is checked and
 * without our certificate in any case. Redirects are given back, never followed.
 */
export function serverFetch(transport: HttpTransport): Fetch {
  if ((transport.verifyTls ?? true) === true && transport.clientCertificate === undefined)
    return globalThis.fetch;
  const origin = URL.parse(transport.url)?.origin;
  let files: Promise<RequestOptions> | undefined;
  return async (input, init) => {
    const asked = new Request(input, init);
    const url = new URL(asked.url);
    // What is not encrypted has no certificate.
    if (url.protocol !== "https:") return await fetch(asked, { redirect: "manual" });
    files ??= readFiles(transport).catch((error: unknown) => {
      files = undefined;
      throw error;
    });
    const { ca, ...own } = await files;
    const tls = url.origin === origin ? { ...own, ca } : { ca };
    const body = asked.body === null ? undefined : Buffer.from(await asked.arrayBuffer());
    const length = body === undefined ? {} : { "content-length": String(body.length) };
    const headers = { ...Object.fromEntries(asked.headers), ...length };
    const options = { ...tls, method: asked.method, headers, signal: asked.signal };
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(url, options, resolve);
      sent.once("error", reject);
      sent.end(body);
    });
    return toResponse(answer, asked.url);
  };
}

async function readFiles({ verifyTls, clientCertificate }: HttpTransport): Promise<RequestOptions> {
  return {
    rejectUnauthorized: verifyTls !== false,
    ...(typeof verifyTls === "string" ? { ca: await readFile(verifyTls) } : {}),
    ...(clientCertificate === undefined
      ? {}
      : { cert: await readFile(clientCertificate.certificate), key: await readFile(clientCertificate.key) }),
  };
}

function toResponse(answer: IncomingMessage, url: string): Response {
  const status = answer.statusCode ?? 0;
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct))
    for (const value of values) headers.append(name, value);
  if (!hasBody) answer.resume();
  const stream = hasBody ? (Readable.toWeb(answer) as ReadableStream<Uint8Array<ArrayBuffer>>) : null; // The same class under two names.
  const response = new Response(stream, { status, statusText: answer.statusMessage ?? "", headers });
  return Object.defineProperty(response, "url", { value: url });
}
