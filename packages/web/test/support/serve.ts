import { plainPage } from "../site/site-page.ts";
import type { SitePage } from "../site/site-page.ts";
import { serveSite } from "../site/serve-site.ts";
import type { ServedSite } from "../site/serve-site.ts";

/** Serves pages that are given as HTML, or in full. */
export async function serve(
  pages: Readonly<Record<string, string | SitePage["answer"]>>,
): Promise<ServedSite> {
  return await serveSite(
    Object.entries(pages).map(([path, page]) =>
      typeof page === "string"
        ? plainPage({ path, shape: "test", body: page })
        : { path, shape: "test", answer: page },
    ),
  );
}
