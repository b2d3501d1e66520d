import { serveSite, sitePages } from "./test/site/serve-site.ts";
import { createGuardedFetch } from "/work/main/packages/permissions/src/index.ts";
import { createWebReader } from "./src/index.ts";
import { scoreText } from "./test/support/score-text.ts";
const pages = sitePages().filter((p) => process.env.H === "1" ? true : !p.isHeavy);
const site = await serveSite(pages);
const reader = createWebReader({ fetch: createGuardedFetch({ allow: [site.host] }), limits: { fetchTimeoutMs: process.env.H === "1" ? 20000 : 1500, extractTimeoutMs: process.env.H === "1" ? 8000 : 3000, partChars: 1e6 } });
const by = new Map<string, {n:number, ms:number, prec:number}>();
for (const page of pages) {
  const t = performance.now();
  const r = await reader.read(site.url + page.path, { signal: AbortSignal.timeout(200000) });
  const ms = performance.now() - t;
  if (ms > 400 || (!r.ok && r.error.length < 60)) console.log(page.path, Math.round(ms), r.ok ? r.chars + " " + r.notes : r.error);
  const s = scoreText(r.ok ? r.content : "", page.main ?? []);
  const e = by.get(page.shape) ?? {n:0,ms:0,prec:0}; e.n++; e.ms += ms; e.prec += page.main?.length ? s.precision : 1; by.set(page.shape, e);
}
for (const [k, e] of by) console.log(k, e.n, (e.ms/e.n).toFixed(0)+"ms", (e.prec/e.n).toFixed(3));
await reader[Symbol.asyncDispose](); await site[Symbol.asyncDispose]();
