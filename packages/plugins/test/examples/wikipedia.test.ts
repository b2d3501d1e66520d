import { expect, test } from "vitest";
import { serverWith } from "./server-with.ts";
import { openExample, signal } from "./open-example.ts";

const search = ["search", "wikipedia", "search"];

test("the search provider gives pages with addresses, titles and plain excerpts", async () => {
  const { address, received } = await serverWith({
    body: {
      pages: [
        {
          id: 9228,
          key: "Tide",
          title: "Tide",
          excerpt: 'The <span class="searchmatch">tide</span> is &quot;high&quot; &amp;  low',
          matched_title: null,
          description: "Rise and fall of the sea level",
          thumbnail: null,
        },
        { id: 2, key: "AC/DC", title: "AC/DC", excerpt: "", description: null },
        { id: 3, key: "Ebbe_und_Flut?", title: "Ebbe und Flut?" },
      ],
    },
  });
  const { plugin } = await openExample("wikipedia", { settings: { address: `${address}/` } });

  const results = await plugin.call(search, { query: "tide & moon", limit: 3 }, { signal });

  expect(results).toEqual([
    {
      url: `${address}/wiki/Tide`,
      title: "Tide",
      description: 'Rise and fall of the sea level: The tide is "high" & low',
    },
    { url: `${address}/wiki/AC/DC`, title: "AC/DC", description: "" },
    { url: `${address}/wiki/Ebbe_und_Flut%3F`, title: "Ebbe und Flut?", description: "" },
  ]);
  expect(received).toMatchObject([
    {
      path: "/w/rest.php/v1/search/page?q=tide%20%26%20moon&limit=3",
      headers: { "user-agent": expect.stringContaining("hermes-wikipedia") },
    },
  ]);
});

test.each([
  [{ status: 429, body: {} }, "answered with status 429"],
  [{ body: { error: "x" } }, "something else than pages"],
])("an answer that has no pages is an error (%#)", async (answer, words) => {
  const { address } = await serverWith(answer);
  const { plugin } = await openExample("wikipedia", { settings: { address } });

  await expect(plugin.call(search, { query: "tide", limit: 1 }, { signal })).rejects.toThrow(words);
});
