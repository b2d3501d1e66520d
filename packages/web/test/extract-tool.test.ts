import { actionsOf, describeCall } from "@hermes/registry";
import { afterAll, expect, test } from "vitest";
import { webTools } from "../src/index.ts";
import { plainPage } from "./site/site-page.ts";
import { serveSite } from "./site/serve-site.ts";
import { openReader } from "./support/open-reader.ts";
import { serve } from "./support/serve.ts";
import { callTool } from "./support/tool-results.ts";
import type { ExtractedPage } from "./support/tool-results.ts";

const reader = openReader(["127.0.0.1"]);
afterAll(() => reader[Symbol.asyncDispose]());

interface Results {
  readonly results: readonly ExtractedPage[];
}

const long = (name: string): string =>
  Array.from(
    { length: 120 },
    (_, index) => `<h2>${name} ${index}</h2><p>${`Sentence ${index} of ${name}. `.repeat(12)}</p>`,
  ).join("");

test("the parts of a long page, joined, are the whole text, and the first one has the outline", async () => {
  await using site = await serve({ "/long": `<title>Long</title><main>${long("alpha")}</main>` });
  const read = async (part?: number): Promise<ExtractedPage | undefined> =>
    (await callTool<Results>(reader, "web_extract", { urls: [`${site.url}/long`], part })).result.results[0];

  const first = await read();
  const contents = [first?.content ?? ""];
  for (let part = 2; part <= (first?.parts ?? 0); part += 1) contents.push((await read(part))?.content ?? "");

  const whole = contents.join("");
  for (let index = 0; index < 120; index += 1)
    expect(whole).toContain(`## alpha ${index}\n\nSentence ${index} of alpha.`);
  expect(contents.every((content) => content.length <= 11_000)).toBe(true);
  expect(contents.slice(1).every((content) => content.startsWith("## alpha"))).toBe(true);
  expect(first?.outline?.[0]).toBe("Part 1: ## alpha 0");
  expect(site.requests).toHaveLength(1);
});

test("a part that is not there is an error that says how many there are", async () => {
  await using site = await serve({ "/": "<p>short</p>" });

  const { result } = await callTool<Results>(reader, "web_extract", { urls: [`${site.url}/`], part: 4 });

  expect(result.results[0]?.error).toBe("The page has 1 part; there is no part 4.");
});

test("several pages share the room, and what is left out is said", async () => {
  const names = ["a", "b", "c", "d"];
  await using site = await serve(Object.fromEntries(names.map((name) => [`/${name}`, long(name)])));

  const { result } = await callTool<Results>(reader, "web_extract", {
    urls: names.map((name) => `${site.url}/${name}`),
  });

  const contents = result.results.map(({ content }) => content);
  expect(contents.reduce((sum, content) => sum + content.length, 0)).toBeLessThan(23_000);
  expect(contents.every((content) => content.length > 3_000)).toBe(true);
  expect(result.results[0]?.notes?.[0]).toMatch(/Read it alone/);
});

test("a page that fails is an error of its own, and the others are read", async () => {
  await using site = await serve({ "/good": "<p>Good page</p>" });

  const { result, provenance } = await callTool<Results>(reader, "web_extract", {
    urls: [
      `${site.url}/missing`,
      `${site.url}/good`,
      "http://10.0.0.1/",
      "nonsense",
      "http://169.254.169.254/latest/",
    ],
  });

  const [missing, good, refused, nonsense, metadata] = result.results;
  expect(missing?.error).toBe(`${site.host} answered 404 (Not Found).`);
  expect(good?.content).toBe("Good page");
  expect(refused?.error).toMatch(/^http:\/\/10\.0\.0\.1\/ is not fetched\. .*private/);
  expect(nonsense?.error).toMatch(/is not fetched/);
  expect(metadata?.error).toMatch(/is not fetched/);
  expect(provenance).toContainEqual({ source: "web", name: site.host });
});

test("text is of the host that it came from after the redirects", async () => {
  await using target = await serve({ "/there": "<p>From there</p>" });
  await using site = await serveSite([
    plainPage({
      path: "/here",
      shape: "test",
      body: "",
      status: 302,
      headers: { location: `${target.url}/there` },
    }),
  ]);

  const { result, provenance } = await callTool<Results>(reader, "web_extract", {
    urls: [`${site.url}/here`],
  });

  expect(result.results[0]).toMatchObject({
    url: `${site.url}/here`,
    final_url: `${target.url}/there`,
    content: "From there",
  });
  expect(provenance.filter(({ name }) => name !== undefined)).toEqual([{ source: "web", name: target.host }]);
});

test("a link stands word for word in the text as it can be asked for", async () => {
  await using site = await serve({
    "/page/": `<article><h1>Links</h1><p>See <a href="../wiki/A_(b)?x=1&amp;y=_2_*#top">this</a> and <a href="//example.org/ü">that</a>,
      <a href="#here">here</a>, <a href="javascript:go()">script</a>. <img src="/i_1.png" alt="A picture"></p></article>`,
  });

  const { result } = await callTool<Results>(reader, "web_extract", { urls: [`${site.url}/page/`] });

  const content = result.results[0]?.content ?? "";
  expect(content).toContain(`[this](<${site.url}/wiki/A_(b)?x=1&y=_2_*#top>)`);
  expect(content).toContain("[that](http://example.org/%C3%BC)");
  expect(content).toContain(`![A picture](${site.url}/i_1.png)`);
  expect(content).toContain("here, script.");
});

test("tables and code are kept", async () => {
  await using site = await serve({
    "/": `<article><p>Text before.</p><table><tr><th>Name<th>Size</tr><tr><td>a|b<td>2 <b>MB</b></tr></table>
      <pre><code class="language-js">if (a) {\n  b("\`\`\`");\n}</code></pre><p>Use <code>x_y</code>.</p></article>`,
  });

  const { result } = await callTool<Results>(reader, "web_extract", { urls: [`${site.url}/`] });

  expect(result.results[0]?.content).toBe(
    [
      "Text before.",
      "",
      "| Name | Size |",
      "| --- | --- |",
      String.raw`| a\|b | 2 **MB** |`,
      "",
      "````js",
      "if (a) {",
      '  b("```");',
      "}",
      "````",
      "",
      "Use `x_y`.",
    ].join("\n"),
  );
});

test("hidden text is not read", async () => {
  await using site = await serve({
    "/": `<p>Seen.</p><p hidden>Secret 1</p><p style="color:red; display : none">Secret 2</p><p aria-hidden="true">Secret 3</p>
      <p style="visibility:hidden">Secret 4</p><template>Secret 5</template><!-- Secret 6 --><dialog>Secret 7</dialog>`,
  });

  const { result } = await callTool<Results>(reader, "web_extract", { urls: [`${site.url}/`] });

  expect(result.results[0]?.content).toBe("Seen.");
});

test("a call says which addresses it fetches", () => {
  const [extract] = webTools({ reader });
  if (extract === undefined) throw new Error("There is no tool.");

  expect(actionsOf(extract)).toEqual([
    { name: "web.fetch", summary: "read a page of the web", readOnly: true },
  ]);
  expect(describeCall(extract, { urls: ["https://example.org/"] }).argument).toEqual({
    kind: "url",
    urls: ["https://example.org/"],
  });
});
