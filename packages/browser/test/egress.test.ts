import { createSocket } from "node:dgram";
import type { AddressInfo } from "node:net";
import { needs } from "@hermes/tooling/prerequisites";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { BrowserPlace, refOf } from "./support/browser-place.ts";
import type { Called } from "./support/browser-place.ts";
import { egressFor } from "./support/test-egress.ts";
import { page, redirect, serve } from "./support/web-server.ts";
import type { WebServer } from "./support/web-server.ts";

let site: WebServer;
/** What may not be reached: it must see no connection at all. */
let canary: WebServer;
let place: BrowserPlace;

const ways: Readonly<Record<string, (canary: string) => string>> = {
  image: (to) => `<img src="${to}/i">`,
  "style sheet": (to) => `<link rel="stylesheet" href="${to}/s">`,
  script: (to) => `<script src="${to}/j"></script>`,
  frame: (to) => `<iframe src="${to}/f"></iframe>`,
  font: (to) => `<style>@font-face{font-family:x;src:url(${to}/w)}p{font-family:x}</style><p>text</p>`,
  media: (to) => `<video src="${to}/v" autoplay></video>`,
  fetch: (to) => `<script>fetch("${to}/x", { mode: "no-cors" }).catch(() => {})</script>`,
  beacon: (to) => `<script>navigator.sendBeacon("${to}/b", "data")</script>`,
  ping: (to) => `<a id="a" ping="${to}/ping" href="#">x</a><script>a.click()</script>`,
  WebSocket: (to) => `<script>new WebSocket("${to.replace("http", "ws")}/ws")</script>`,
  EventSource: (to) => `<script>new EventSource("${to}/es")</script>`,
  worker: (to) =>
    `<script>new Worker(URL.createObjectURL(new Blob(['fetch("${to}/k",{mode:"no-cors"}).catch(()=>{})'])))</script>`,
  "service worker": () => `<script>navigator.serviceWorker.register("/service.js")</script>`,
  popup: (to) => `<script>window.open("${to}/p")</script>`,
  "popup by a click": (to) => `<button onclick="window.open('${to}/p2')">Go</button>`,
  "download by a click": (to) => `<a href="${to}/d" download="file.txt">Go</a>`,
  prefetch: (to) =>
    `<link rel="prefetch" href="${to}/pf"><link rel="preconnect" href="${to}"><link rel="dns-prefetch" href="${to}">`,
  prerender: (to) =>
    `<script type="speculationrules">{"prerender":[{"urls":["${to}/pr"]}],"prefetch":[{"urls":["${to}/pr2"],"requires":["anonymous-client-ip-when-cross-origin"]}]}</script>`,
  form: (to) =>
    `<form id="f" action="${to}/form" method="post" target="i"></form><iframe name="i"></iframe><script>f.submit()</script>`,
  "meta refresh": (to) => `<meta http-equiv="refresh" content="0;url=${to}/m">`,
  location: (to) => `<script>location = "${to}/l"</script>`,
  "redirected image": () => `<img src="/to-canary">`,
  "redirected page": () => `<script>location = "/to-canary"</script>`,
  "localhost by name": (to) =>
    `<img src="${to.replace("127.0.0.1", "localhost")}/n"><img src="${to.replace("127.0.0.1", "a.localhost")}/n">`,
  "other names of loopback": (to) =>
    `<img src="${to.replace("127.0.0.1", "[::1]")}/6"><img src="${to.replace("127.0.0.1", "0.0.0.0")}/0"><img src="${to.replace("127.0.0.1", "2130706433")}/d"><img src="${to.replace("127.0.0.1", "[::ffff:127.0.0.1]")}/m">`,
};

beforeEach((context) => needs(context, "chromium"));
beforeAll(async () => {
  canary = await serve({});
  const pages = Object.entries(ways).map(
    ([name, make]) => [`/${encodeURIComponent(name)}`, page(make(canary.url), name)] as const,
  );
  site = await serve({
    ...Object.fromEntries(pages),
    "/": page("<h1>Home</h1>", "Home"),
    "/to-canary": redirect(`${canary.url}/r`),
    "/service.js": `fetch("${canary.url}/sw", { mode: "no-cors" }).catch(() => {})`,
    "/schemes": page(
      `<a href="file:///etc/passwd">file</a><a href="chrome://version">chrome</a><a href="view-source:${site?.url ?? "http://x"}">source</a><script>for (const url of ["file:///etc/passwd", "chrome://version", "view-source:about:blank", "devtools://devtools"]) { try { open(url) } catch {} }</script>`,
    ),
    "/to-file": redirect("file:///etc/passwd"),
  });
  place = new BrowserPlace({ egress: egressFor(() => [site.host]) });
});
afterAll(async () => {
  await place[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await canary[Symbol.asyncDispose]();
});

test.each(Object.keys(ways))(
  "a page can't reach a private address by: %s",
  { concurrent: false },
  async (name) => {
    const opened = await place.call("navigate", { url: `${site.url}/${encodeURIComponent(name)}` });

    // Either the page stays where it is, or the person is told what would allow it.
    const told = opened.value["error"] ?? opened.value["problem"] ?? opened.value["url"];
    expect(told).toMatch(new RegExp(`^http://${site.host}/|network\\.allow_private`));
    if (opened.text.includes('\\"Go\\"')) await place.call("click", { ref: refOf(opened, "Go") });
    // What the page set off is done when something that it asks for afterwards has come.
    await place.call("console", { expression: `fetch("${site.url}/").then(() => 1, () => 0)` });
    expect(canary.connections()).toBe(0);
    expect(canary.requests).toEqual([]);
  },
);

test("WebRTC sends nothing past the proxy", async () => {
  const udp = createSocket("udp4");
  const heard: string[] = [];
  udp.on("message", (message) => heard.push(message.toString("hex")));
  await new Promise<void>((resolve) => udp.bind(0, "127.0.0.1", resolve));
  const { port } = udp.address() as AddressInfo;
  await place.call("navigate", { url: `${site.url}/` });

  const { value } = await place.call("console", {
    expression: `(async () => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${port}" }] });
      const found = [];
      peer.onicecandidate = (event) => event.candidate && found.push(event.candidate.candidate);
      peer.createDataChannel("x");
      await peer.setLocalDescription(await peer.createOffer());
      await new Promise((resolve) => { peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && resolve(); setTimeout(resolve, 3000); });
      return found;
    })()`,
  });
  udp.close();

  expect(heard).toEqual([]);
  expect(value["result"]).toEqual([]);
});

test("without the policy the same pages do reach the address, so that the canary is one", async () => {
  await using open = new BrowserPlace();
  await using other = await serve({});
  const some = ["image", "fetch", "WebSocket", "worker", "frame", "redirected image"];
  await using free = await serve({
    "/": page(some.map((name) => ways[name]?.(other.url) ?? "").join("")),
    "/to-canary": redirect(`${other.url}/r`),
  });

  await open.call("navigate", { url: `${free.url}/` });

  const paths = ["/i", "/x", "/ws", "/k", "/f", "/r"].map((path) => `GET ${path}`);
  await expect.poll(() => paths.filter((path) => !other.requests.includes(path))).toEqual([]);
});

test.each([
  [
    "http://169.254.169.254/latest/meta-data/",
    "169.254.169.254",
    "Open another address, or tell the person.",
  ],
  ["http://127.0.0.1:1/", "127.0.0.1", "Open another address, or tell the person."],
  ["file:///etc/passwd", "file:", "Give an http or https address."],
  ["chrome://version", "chrome:", "Give an http or https address."],
  ["view-source:http://example.com", "view-source:", "Give an http or https address."],
  ["data:text/html,hello", "data:", "Give an http or https address."],
  ["javascript:alert(1)", "javascript:", "Give an http or https address."],
])("navigate refuses %s in words", async (url, named, hint) => {
  const { value, result } = await place.call("navigate", { url });

  expect(result.isError).toBe(true);
  expect(value["error"]).toContain(named);
  expect(value["hint"]).toBe(hint);
});

test("a redirect to a private address is refused with the reason of the egress policy", async () => {
  const { value } = await place.call("navigate", { url: `${site.url}/to-canary` });

  expect(value["error"]).toContain("127.0.0.1");
  expect(value["error"]).toContain("network.allow_private");
});

test("no page leads to files or to pages of the browser itself", async () => {
  const opened = await place.call("navigate", { url: `${site.url}/schemes` });
  const seen: Called[] = [opened];
  for (const name of ["file", "chrome", "source"])
    seen.push(await place.call("click", { ref: refOf(opened, `"${name}"`) }));
  seen.push(await place.call("navigate", { url: `${site.url}/to-file` }));
  seen.push(await place.call("console", { expression: "location.href = 'file:///etc/passwd'; 1" }));
  seen.push(await place.call("snapshot", {}));

  for (const { text } of seen) expect(text).not.toContain("root:");
  for (const { url } of (await place.browsers.session("task")).tabs())
    expect(url).toMatch(/^(http|about:blank|chrome-error)/);
});

test.each([
  ["Page.navigate", { url: "file:///etc/passwd" }],
  ["Page.navigate", { url: "http://127.0.0.1:1/" }],
  ["Target.createTarget", { url: "https://example.com" }],
  ["Target.getTargets", {}],
  ["Browser.getVersion", {}],
  ["Browser.setDownloadBehavior", { behavior: "deny" }],
  ["DOM.setFileInputFiles", { files: ["/etc/passwd"] }],
  ["Input.dispatchDragEvent", { type: "drop", data: { files: ["/etc/passwd"] } }],
  ["Page.setDownloadBehavior", { behavior: "allow", downloadPath: "/tmp" }],
  ["Fetch.enable", {}],
  ["IO.read", { handle: "1" }],
  ["SystemInfo.getInfo", {}],
  ["Network.getAllCookies", {}],
  ["Network.getCookies", { urls: ["https://example.com"] }],
  ["Network.loadNetworkResource", { url: "file:///etc/passwd" }],
  ["Storage.getCookies", {}],
  ["Tethering.bind", { port: 80 }],
])("cdp refuses %s", async (method, params) => {
  const { value, result } = await place.call("cdp", { method, params });

  expect(result.isError).toBe(true);
  expect(value["error"]).toMatch(/is not (run|fetched|opened)|are not opened/);
});

test("cdp runs commands that stay in the page", async () => {
  await place.call("navigate", { url: `${site.url}/` });

  const { value } = await place.call("cdp", { method: "Runtime.evaluate", params: { expression: "6 * 7" } });

  expect(value).toMatchObject({ success: true, result: { result: { value: 42 } } });
});
