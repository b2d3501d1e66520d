/** A way by which a tool is led to an address. */
export interface Way {
  readonly name: string;
  /** The page at `http://door.example/` for an address. */
  readonly page?: ((url: string) => { readonly html: string } | { readonly location: string }) | undefined;
  readonly calls: (url: string) => readonly Call[];
  /** Whether the tool itself is given the address, and has to say that it was not opened. */
  readonly isDirect?: boolean | undefined;
  /** Whether it leads nowhere at all: other sites are not crawled, and commands for other tabs not given. */
  readonly leadsNowhere?: boolean | undefined;
}

export interface Call {
  readonly tool: string;
  readonly args: object;
  /** The element to use: the first reference beside this text in the last snapshot. */
  readonly on?: string | undefined;
}

const door = "http://door.example/";
/** Another page of the door for each address: one that was crawled a moment ago is not fetched again. */
const doorFor = (path: string, url: string): string => `${door}${path}?${encodeURIComponent(url)}`;
const attribute = (url: string): string => url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
const script = (url: string): string => JSON.stringify(url).replaceAll("<", "\\u003c");
const html = (body: string) => ({ html: `<!doctype html><title>Door</title><body><h1>Door</h1>${body}` });
const open: Call = { tool: "browser_navigate", args: { url: door } };
/** What the page set off is done once something that it asks for afterwards has come. */
const settle: Call = {
  tool: "browser_console",
  args: { expression: `fetch("${door}settled").then(() => 1, () => 0)` },
};

/** Those that start no browser. */
export const readingWays: readonly Way[] = [
  { name: "web_extract", isDirect: true, calls: (url) => [{ tool: "web_extract", args: { urls: [url] } }] },
  { name: "web_crawl", isDirect: true, calls: (url) => [{ tool: "web_crawl", args: { url, max_pages: 2 } }] },
  {
    name: "web_extract, redirected",
    page: (location) => ({ location }),
    calls: () => [{ tool: "web_extract", args: { urls: [door], fresh: true } }],
  },
  {
    name: "web_extract, meta refresh",
    page: (url) => html(`<meta http-equiv="refresh" content="0;url=${attribute(url)}">`),
    calls: () => [{ tool: "web_extract", args: { urls: [door], fresh: true } }],
  },
  {
    name: "web_crawl, redirected",
    page: (location) => ({ location }),
    calls: (url) => [{ tool: "web_crawl", args: { url: doorFor("start", url) } }],
  },
  {
    name: "web_crawl, link",
    leadsNowhere: true,
    page: (url) => html(`<p>${"A door with a link. ".repeat(9)}</p><a href="${attribute(url)}">Go</a>`),
    calls: (url) => [{ tool: "web_crawl", args: { url: doorFor("links", url) } }],
  },
];

export const browserWays: readonly Way[] = [
  { name: "browser_navigate", isDirect: true, calls: (url) => [{ tool: "browser_navigate", args: { url } }] },
  {
    name: "Page.navigate",
    isDirect: true,
    page: () => html(""),
    calls: (url) => [open, { tool: "browser_cdp", args: { method: "Page.navigate", params: { url } } }],
  },
  {
    name: "Target.createTarget",
    leadsNowhere: true,
    page: () => html(""),
    calls: (url) => [open, { tool: "browser_cdp", args: { method: "Target.createTarget", params: { url } } }],
  },
  {
    name: "location by browser_console",
    page: () => html(""),
    calls: (url) => [
      open,
      { tool: "browser_console", args: { expression: `void (location.href = ${script(url)})` } },
      { tool: "browser_snapshot", args: {} },
    ],
  },
  {
    name: "clicked link",
    page: (url) => html(`<a href="${attribute(url)}">Go</a>`),
    calls: () => [open, { tool: "browser_click", args: {}, on: "Go" }],
  },
  {
    name: "clicked link to a new tab",
    page: (url) => html(`<a target="_blank" href="${attribute(url)}">Go</a>`),
    calls: () => [open, { tool: "browser_click", args: {}, on: "Go" }, settle],
  },
  { name: "redirected page", page: (location) => ({ location }), calls: () => [open] },
  {
    name: "page behind a meta refresh",
    page: (url) => html(`<meta http-equiv="refresh" content="0;url=${attribute(url)}">`),
    calls: () => [open, { tool: "browser_snapshot", args: {} }],
  },
  {
    name: "location in a script",
    page: (url) => html(`<script>location = ${script(url)}</script>`),
    calls: () => [open, { tool: "browser_snapshot", args: {} }],
  },
  {
    name: "posted form",
    page: (url) =>
      html(`<form method="post" action="${attribute(url)}"><input name="q"><button>Send</button></form>`),
    calls: () => [open, { tool: "browser_click", args: {}, on: "Send" }],
  },
];

/** All addresses as parts of one page, with what is asked for at the end. */
export function pageWithAll(urls: readonly string[]): { readonly html: string } {
  const list = JSON.stringify(urls).replaceAll("<", "\\u003c");
  return html(`<script>
    const after = [];
    for (const url of ${list}) {
      const add = (name, of) => { try { const element = document.createElement(name); of(element); document.body.append(element); } catch {} };
      add("img", (image) => { image.src = url; });
      add("iframe", (frame) => { frame.src = url; });
      add("link", (link) => { link.rel = "stylesheet"; link.href = url; });
      add("link", (link) => { link.rel = "preconnect"; link.href = url; });
      add("video", (video) => { video.src = url; video.preload = "auto"; });
      add("form", (form) => { form.action = url; form.method = "post"; form.target = "sink"; after.push(() => form.submit()); });
      try { fetch(url, { mode: "no-cors" }).catch(() => {}); } catch {}
      try { navigator.sendBeacon(url, "x"); } catch {}
      try { new EventSource(url); } catch {}
      try { new WebSocket(url.replace(/^http/i, "ws")).onerror = () => {}; } catch {}
    }
    const sink = document.createElement("iframe"); sink.name = "sink"; document.body.append(sink);
    for (const submit of after) { try { submit(); } catch {} }
  </script>`);
}
