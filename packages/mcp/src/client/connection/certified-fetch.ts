import { readFile } from "node:fs/promises";
import { request, type RequestOptions } from "node:https";
import { Readable } from "node:stream";
import type { IncomingMessage } from "node:http";
import type { HttpTransport } from "../server-entry.ts";

/**
 * A fetch for servers with certificates of their own. The one of the platform can't be told of certificates without another
 * dependency. Redirects are given back, never followed.
 *
 * @returns Undefined where the entry says nothing of certificates.
 */
export async function certifiedFetch(transport: HttpTransport): Promise<typeof globalThis.fetch | undefined> {
  const { verifyTls = true, clientCertificate } = transport;
  if (verifyTls === true && clientCertificate === undefined) return undefined;
  const tls: RequestOptions = {
    rejectUnauthorized: verifyTls !== false,
    ...(typeof verifyTls === "string" ? { ca: await readFile(verifyTls) } : {}),
    ...(clientCertificate === undefined
      ? {}
      : { cert: await readFile(clientCertificate.certificate), key: await readFile(clientCertificate.key) }),
  };
  return async (input, init) => {
    const asked = new Request(input, init);
    // What is not encrypted has no certificate.
    if (new URL(asked.url).protocol !== "https:") return await fetch(asked, { redirect: "manual" });
    const body = asked.body === null ? undefined : Buffer.from(await asked.arrayBuffer());
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = {
        ...Object.fromEntries(asked.headers),
        ...(body === undefined ? {} : { "content-length": String(body.length) }),
      };
      const sent = request(
        asked.url,
        { ...tls, method: asked.method, headers, signal: asked.signal },
        resolve,
      );
      sent.once("error", reject);
      sent.end(body);
    });
    return toResponse(answer, asked.url);
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
