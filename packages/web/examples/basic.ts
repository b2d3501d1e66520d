import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createWebReader } from "@hermes/web";
import type { WebFetch } from "@hermes/web";

const page = `<title>Tides</title><nav><a href="/">Home</a></nav><article><h1>Tides</h1>
  <p>The sea rises twice a day. <a href="/moon">The moon</a> draws it.</p></article>`;
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(page);
}).listen(0, "127.0.0.1");
await once(server, "listening");
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

// The fetch decides what may be reached; here it is this server alone, and no redirect. For the web take `createGuardedFetch`.
const onlyHere: WebFetch = async (url, { headers = {}, signal } = {}) => {
  if (new URL(url).origin !== origin) throw new Error(`${url} may not be reached.`);
  return await fetch(url, { headers, redirect: "error", ...(signal && { signal }) });
};

const reader = createWebReader({ fetch: onlyHere });
const { signal } = new AbortController();
const tides = await reader.read(`${origin}/tides`, { signal });
const moon = await reader.read("https://example.org/moon", { signal });
console.log(tides.ok && tides.content.replaceAll(origin, ""));
console.log(!moon.ok && moon.error);
await reader[Symbol.asyncDispose]();
server.close();
