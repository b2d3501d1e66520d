import type { HitServer } from "./hit-server.ts";
import { settled } from "./markdown-home.ts";
import type { OpenedPage } from "./open-page.ts";
import type { ServedHome } from "./served-home.ts";

export interface Watched {
  /** What came out of the page or ran in it; empty as long as all is well. */
  harm(): Promise<readonly string[]>;
}

/** Watches a page for all that a hostile text could do. */
export function watch({ page, problems }: OpenedPage, served: ServedHome, server: HitServer): Watched {
  const seen: string[] = [];
  // In the frame that draws, Mermaid has DOMPurify read labels as they are. Chromium reports of that document too, which is not shown
  // and runs nothing, what the policy would not let run.
  const refused = new Set<string>();
  page.on("console", (message) => {
    if (/\/assets\/(?:purify|drawing)[\w.-]*\.js$/.test(message.location().url)) refused.add(message.text());
  });
  page.on("dialog", (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    dialog.dismiss().catch(() => undefined);
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(served.url) && !/^(?:data:image\/(?:svg\+xml|png)|blob:)/.test(url))
      seen.push(`request ${url}`);
    if (url.includes("/api/whoami?") || url.includes("/hit")) seen.push(`request ${url}`);
  });
  page.on("framenavigated", (frame) => {
    if (!/\/(?:#.*|frame\/drawing\.html)?$/.test(frame.url())) seen.push(`navigation ${frame.url()}`);
  });
  page.on("popup", (popup) => seen.push(`popup ${popup.url()}`));
  return {
    async harm() {
      await settled(page);
      for (const frame of page.frames())
        if (await frame.evaluate(() => typeof Reflect.get(globalThis, "hacked") === "number"))
          seen.push(`ran in ${frame.url()}`);
      if (server.hits > 0) seen.push(`${server.hits} connections`);
      const own = problems.filter((each) => !refused.has(each));
      return [...seen, ...own, ...(await page.evaluate(strangersIn))];
    },
  };
}

/** Runs in the page. What isn't of the elements and attributes that this page makes for Markdown. */
function strangersIn(): readonly string[] {
  const tags = new Set(
    "DIV,H3,H4,H5,H6,P,HR,UL,OL,LI,INPUT,BLOCKQUOTE,TABLE,THEAD,TBODY,TR,TH,TD,PRE,CODE,SPAN,A,BR,DEL,EM,STRONG,IMG,BUTTON,svg,path".split(
      ",",
    ),
  );
  const attributes = new Set(
    "class,dir,start,type,disabled,checked,role,tabindex,scope,href,target,rel,title,src,alt,viewBox,d,aria-label,aria-hidden,aria-busy,aria-pressed".split(
      ",",
    ),
  );
  return [...document.querySelectorAll(".markdown *")].flatMap((each) => {
    const odd = each.getAttributeNames().filter((name) => !attributes.has(name));
    const href = each.getAttribute("href") ?? "";
    const src = each.getAttribute("src") ?? "";
    return [
      ...(tags.has(each.tagName) ? [] : [`element ${each.tagName}`]),
      ...odd.map((name) => `attribute ${name} of ${each.tagName}`),
      ...(href === "" || /^(?:https?:\/\/|mailto:)/.test(href) ? [] : [`link to ${href}`]),
      ...(src === "" || /^data:image\/(?:png;base64|svg\+xml;charset=utf-8)/.test(src)
        ? []
        : [`source ${src}`]),
    ];
  });
}
