// How pages come: compressed, cut off, slowly, over redirects, with cookies, with every status.
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import { dressOf } from "./article-pages.ts";
import { plainPage } from "./site-page.ts";
import type { SitePage } from "./site-page.ts";

interface Article {
  readonly html: string;
  readonly main: readonly string[];
}

function article(seed: number): Article {
  const { title, paragraphs } = dressOf(seed, "en", 6);
  const main = paragraphs.flat();
  const html = `<!doctype html><html><head><title>${title}</title></head><body><article><h1>${title}</h1>${paragraphs.map((each) => `<p>${each.join(" ")}</p>`).join("")}</article></body></html>`;
  return { html, main };
}

export function transferPages(): readonly SitePage[] {
  return [...compressedPages(), ...brokenTransfers(), ...redirectPages(), ...cookiePages(), ...statusPages()];
}

function compressedPages(): readonly SitePage[] {
  const { html, main } = article(6_000);
  const compressed = (
    path: string,
    encoding: string,
    body: Uint8Array,
    more: Partial<SitePage> = {},
  ): SitePage =>
    plainPage({
      path: `/compressed/${path}`,
      shape: "compressed",
      body,
      headers: { "content-encoding": encoding },
      main,
      ...more,
    });
  // Made when it is asked for: compressing takes a while.
  const bomb = (path: string, encoding: string, compress: (bytes: Uint8Array) => Uint8Array): SitePage => ({
    path: `/compressed/${path}`,
    shape: "compressed",
    isHeavy: true,
    answer(_request, response) {
      response.writeHead(200, { "content-type": "text/html", "content-encoding": encoding });
      response.end(compress(Buffer.alloc(50_000_000, "<p>word</p>")));
    },
  });
  return [
    compressed("gzip", "gzip", gzipSync(html)),
    compressed("brotli", "br", brotliCompressSync(html)),
    compressed("deflate", "deflate", deflateSync(html)),
    compressed("x-gzip", "x-gzip", gzipSync(html)),
    compressed("gzip-cut", "gzip", gzipSync(html).subarray(0, -20), { gives: "either", main: [] }),
    compressed("gzip-lie", "gzip", Buffer.from(html), { gives: "error", main: [] }),
    compressed("brotli-lie", "br", Buffer.from(html), { gives: "error", main: [] }),
    bomb("gzip-bomb", "gzip", (bytes) => gzipSync(bytes)),
    bomb("brotli-bomb", "br", (bytes) =>
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    ),
  ];
}

function brokenTransfers(): readonly SitePage[] {
  const { html, main } = article(6_100);
  const half = html.slice(0, html.length / 2);
  return [
    {
      path: "/transfer/shorter-than-said",
      shape: "transfer",
      main: main.slice(0, 8),
      answer(_request, response) {
        response.writeHead(200, { "content-type": "text/html", "content-length": html.length });
        response.write(half, () => response.destroy());
      },
    },
    {
      path: "/transfer/chunks-cut",
      shape: "transfer",
      main: main.slice(0, 8),
      answer(_request, response) {
        response.writeHead(200, { "content-type": "text/html" });
        response.write(half, () => response.destroy());
      },
    },
    {
      path: "/transfer/no-answer",
      shape: "transfer",
      gives: "error",
      answer: (request) => request.socket.destroy(),
    },
    {
      path: "/transfer/no-http",
      shape: "transfer",
      gives: "error",
      answer: (request) => request.socket.end("hello there\r\n\r\n"),
    },
    {
      path: "/transfer/byte-by-byte",
      shape: "transfer",
      main,
      answer(_request, response) {
        response.writeHead(200, { "content-type": "text/html" });
        for (let at = 0; at < html.length; at += 7) response.write(html.slice(at, at + 7));
        response.end();
      },
    },
    {
      path: "/transfer/never-ends",
      shape: "transfer",
      main: main.slice(0, 8),
      answer(_request, response) {
        response.writeHead(200, { "content-type": "text/html" });
        response.write(half);
      },
    },
    {
      path: "/transfer/drip",
      shape: "transfer",
      main: [],
      answer(_request, response) {
        response.writeHead(200, { "content-type": "text/html" });
        response.write("<p>first");
        const timer = setInterval(() => response.write(" drip"), 50);
        response.on("close", () => clearInterval(timer));
      },
    },
    {
      path: "/transfer/forty-megabytes",
      shape: "transfer",
      isHeavy: true,
      answer(_request, response) {
        response.writeHead(200, { "content-type": "text/html" });
        const megabyte = Buffer.from(html.repeat(Math.ceil(1e6 / html.length)));
        let sent = 0;
        const send = (): void => {
          while (sent < 40 && response.write(megabyte)) sent += 1;
          if (sent >= 40) response.end();
          else response.once("drain", send);
        };
        send();
      },
    },
  ];
}

function redirectPages(): readonly SitePage[] {
  const { html, main } = article(6_200);
  const to = (path: string, status: number, target: string, more: Partial<SitePage> = {}): SitePage =>
    plainPage({
      path,
      shape: "redirect",
      body: "moved",
      status,
      headers: { location: target },
      main,
      ...more,
    });
  const chain = Array.from({ length: 12 }, (_, index) =>
    to(
      `/chain/${index}`,
      [301, 302, 303, 307, 308][index % 5] ?? 302,
      index === 11 ? "/end" : `/chain/${index + 1}`,
    ),
  );
  const refresh = (path: string, content: string, more: Partial<SitePage> = {}): SitePage =>
    plainPage({
      path,
      shape: "refresh",
      body: `<html><head><meta http-equiv="refresh" content="${content}"></head><body>Moved</body></html>`,
      main,
      ...more,
    });
  return [
    plainPage({ path: "/end", shape: "redirect", body: html, main }),
    ...chain,
    to("/loop", 302, "/loop", { gives: "error", main: [] }),
    to("/loop-of-two", 302, "/loop-back", { gives: "error", main: [] }),
    to("/loop-back", 302, "/loop-of-two", { gives: "error", main: [] }),
    to("/to-nowhere", 302, "http://", { gives: "error", main: [] }),
    to("/to-private", 302, "http://169.254.169.254/latest/meta-data/", { gives: "error", main: [] }),
    to("/to-script", 302, "javascript:alert(1)", { gives: "error", main: [] }),
    plainPage({ path: "/no-location", shape: "redirect", body: "where?", status: 302, gives: "error" }),
    refresh("/refresh/now", "0; url=/end"),
    refresh("/refresh/quoted", "1;URL='/end'"),
    refresh("/refresh/late", "300; url=/end", { main: ["Moved"] }),
    refresh("/refresh/itself", "0; url=/refresh/itself", { main: ["Moved"] }),
    refresh("/refresh/there", "0; url=/refresh/back", { main: ["Moved"] }),
    refresh("/refresh/back", "0; url=/refresh/there", { main: ["Moved"] }),
  ];
}

function cookiePages(): readonly SitePage[] {
  const { html, main } = article(6_300);
  const wall = (path: string, attributes: string): SitePage => ({
    path,
    shape: "cookie wall",
    main,
    answer(request, response) {
      if (/\bseen=1/.test(request.headers.cookie ?? "")) {
        response.writeHead(200, { "content-type": "text/html" });
        response.end(html);
      } else {
        response.writeHead(302, { location: path, "set-cookie": `seen=1; ${attributes}` });
        response.end();
      }
    },
  });
  const overlay = `<div id="consent" role="dialog" aria-modal="true" style="position:fixed"><h2>We value your privacy</h2><p>OVERLAY-TEXT we and our partners store things.</p><button>Accept all</button></div>`;
  const overlaid = (path: string, body: string): SitePage =>
    plainPage({ path, shape: "consent overlay", body, main });
  return [
    wall("/wall/session", "Path=/"),
    wall("/wall/dated", "Path=/; Max-Age=600; HttpOnly"),
    wall("/wall/path", "Path=/wall"),
    wall("/wall/lax", "SameSite=Lax"),
    { ...wall("/wall/foreign", "Domain=example.com"), gives: "error", main: [] },
    overlaid("/overlay/first", html.replace("<body>", `<body>${overlay}`)),
    overlaid("/overlay/last", html.replace("</body>", `${overlay}</body>`)),
    overlaid(
      "/overlay/hides",
      html.replace("<article>", '<article aria-hidden="true">').replace("<body>", `<body>${overlay}`),
    ),
  ];
}

function statusPages(): readonly SitePage[] {
  const statuses = [201, 202, 203, 204, 205, 206, 304, 400, 401, 403, 404, 406, 410, 418, 451, 500, 502, 504];
  return statuses.map((status) =>
    plainPage({
      path: `/status/${status}`,
      shape: "status",
      body: status === 204 || status === 205 || status === 304 ? "" : "<p>What the server says about it</p>",
      status,
      gives: status < 300 && status !== 204 && status !== 205 ? "text" : "error",
    }),
  );
}
