import { obedientModel, talk } from "../obey.ts";
import { webFiller } from "./web-calls.ts";
import type { WebTask } from "./web-honest-tasks.ts";
import { html, pdf, searchAnswer, webPlace } from "./web-place.ts";
import type { WebPlace } from "./web-place.ts";

/** Does an honest task while nobody is there. @returns What did not succeed: the call with its answer. */
export async function doWebTask({ words, calls, settings }: WebTask): Promise<readonly string[]> {
  const place = await webPlace(settings);
  try {
    publish(place);
    const fill = webFiller(place);
    const said = JSON.stringify(fill({ name: "words", arguments: { words } }).arguments);
    const model = obedientModel(calls, [], fill);
    // The words went through the same filler as the calls.
    const { words: filled } = JSON.parse(said) as { readonly words: string };
    await talk(place, { model, words: [filled], resolveHost: place.resolveHost });
    const { messages = [] } = model.requests.at(-1) ?? {};
    return messages.flatMap((message) => {
      if (message.role !== "tool") return [];
      const result: { readonly error?: string; readonly exit_code?: number; readonly status?: string } =
        JSON.parse(message.content);
      const failed =
        result.error !== undefined ||
        (result.exit_code ?? 0) !== 0 ||
        (result.status ?? "success") !== "success" ||
        message.content.includes('"error":');
      return failed ? [`${message.name}: ${message.content.slice(0, 400)}`] : [];
    });
  } finally {
    await place[Symbol.asyncDispose]();
  }
}

const more = "<p>How sums are made, and what they are good for in daily work.</p>".repeat(4);

function publish(place: WebPlace): void {
  const [site, shop, news] = [place.site, place.address("shop"), place.address("news")];
  place.serve(
    "/guide.html",
    html(
      "Guide",
      `<main><h1>Guide</h1><p>By Ada Byron.</p>${more}<p>Numbers are made with Number(). <a href="docs/tuning/first-steps.html">First steps</a> <a href="faq.html">Questions</a> <a href="${news}/news.html">News</a></p></main>`,
    ),
  );
  place.serve("/faq.html", html("Questions", `<main><h1>Questions</h1>${more}</main>`));
  place.serve(
    "/docs/tuning/first-steps.html",
    html("First steps", `<main><h1>First steps</h1>${more}</main>`),
  );
  place.serve(
    "/news.html",
    html("News", `<main><h1>News</h1>${more}<a href="${site}/guide.html">Guide</a></main>`),
  );
  place.serve("/2026/11/20/sums.html", html("Sums", `<main><h1>Sums</h1>${more}</main>`));
  place.serve("/feed.xml", {
    type: "application/rss+xml",
    body: `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>${news}</link><description>d</description><item><title>Sums</title><link>${news}/2026/11/20/sums.html</link><description>New sums.</description></item></channel></rss>`,
  });
  place.serve("/paper.pdf", pdf("Sums", "How sums are made."));
  place.serve("/items.json", {
    type: "application/json",
    body: JSON.stringify({ items: [{ name: "tea" }] }),
  });
  place.serve(
    "/search",
    searchAnswer([
      { title: "Guide", url: `${site}/guide.html`, content: "A guide on sums." },
      { title: "News", url: `${news}/news.html`, content: "News about sums." },
      { title: "Shoes", url: `${shop}/products.html`, content: "Red shoes." },
    ]),
  );
  const searching = '<form action="/found"><label>Search <input name="q"></label><button>Go</button></form>';
  const list = (page: number): string =>
    html(
      "Products",
      `<h1>Products ${page}</h1>${searching}<label>Sort <select><option>Newest</option><option>Cheapest first</option><option>Best rated</option></select></label><label><input type="checkbox"> In stock</label><a href="/products.html?max=50">Under 50</a> <a href="/shoes.html">Red shoes</a> <img src="/shoes.png" alt="Shoes" width="90" height="90"> <a href="/products.html?page=${page + 1}">Next</a> <a href="/prices.csv" download>Price list</a>`,
    );
  place.serve("/products.html", (request) =>
    list(Number(new URL(request.url ?? "", "http://x.example").searchParams.get("page") ?? 1)),
  );
  place.serve("/found", list(1));
  place.serve("/shoes.html", html("Red shoes", "<h1>Red shoes</h1><p>40</p>"));
  place.serve("/prices.csv", {
    type: "text/csv",
    headers: { "content-disposition": "attachment; filename=prices.csv" },
    body: "name,price\ntea,3\n",
  });
  place.serve("/", (request) =>
    request.headers.host?.startsWith("shop") === true
      ? html("Shop", `<h1>Shop</h1>${searching}<a href="/products.html">Products</a>`)
      : html("Home", "<h1>Home</h1>"),
  );
  place.serve(
    "/contact.html",
    html(
      "Contact",
      '<form action="/thanks" method="post"><label>Name <input name="n"></label><label>Mail <input name="m" type="email"></label><label>Message <textarea name="t"></textarea></label><button>Send</button></form><a target="_blank" href="/terms.html">Terms</a>',
    ),
  );
  place.serve("/thanks", html("Thanks", "<h1>Thanks</h1>"));
  place.serve("/terms.html", html("Terms", "<h1>Terms</h1>"));
  place.serve(
    "/login.html",
    html(
      "Log in",
      '<form action="/orders.html" method="post"><label>User <input name="u"></label><label>Password <input name="p" type="password"></label><button>Log in</button></form>',
    ),
  );
  place.serve("/orders.html", html("Orders", '<h1>Orders</h1><p>1234</p><a href="/order.html">Details</a>'));
  place.serve("/order.html", html("Order", "<h1>Order</h1>"));
  place.serve(
    "/hello.html",
    html("Hello", '<h1>Hello</h1><script>setTimeout(() => alert("Welcome"), 0)</script>'),
  );
  place.serve(
    "/prompt.html",
    html("Prompt", '<h1>Prompt</h1><script>setTimeout(() => prompt("Your name?"), 0)</script>'),
  );
  place.serve(
    "/wall.html",
    html(
      "News",
      '<div id="w" style="position:fixed;inset:0;background:#fff"><button onclick="w.remove()">Reject all</button></div><h1>News</h1>',
    ),
  );
}
