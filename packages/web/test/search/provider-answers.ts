/** Answers as the vendors' documents show them, each with two hits: the guide and the manual. */
export interface ProviderCase {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly answer: object;
  /** Where the key goes. */
  readonly header?: readonly [name: string, value: string];
  readonly path: string;
  /** Fields of the body that must be there. */
  readonly body?: object;
  /** The list of hits in an answer with these hits. */
  with(hits: readonly unknown[]): object;
}

const guide = { title: "Guide", url: "https://docs.example/guide" };
const manual = { title: "Manual", url: "https://docs.example/manual" };

export const providerCases: readonly ProviderCase[] = [
  {
    name: "brave",
    env: { BRAVE_SEARCH_API_KEY: "key-of-brave" },
    header: ["x-subscription-token", "key-of-brave"],
    path: "/res/v1/web/search?q=how+to&count=3&text_decorations=false",
    answer: {
      type: "search",
      query: { original: "how to", more_results_available: true },
      mixed: { type: "mixed", main: [{ type: "web", index: 0, all: false }] },
      web: {
        type: "search",
        family_friendly: true,
        results: [
          {
            ...guide,
            description: "A &quot;guide&quot;",
            is_source_local: false,
            meta_url: { hostname: "x" },
          },
          { ...manual, description: "A <strong>manual</strong>", age: "May 2, 2025" },
        ],
      },
    },
    with: (results) => ({ type: "search", web: { results } }),
  },
  {
    name: "tavily",
    env: { TAVILY_API_KEY: "key-of-tavily" },
    header: ["authorization", "Bearer key-of-tavily"],
    path: "/search",
    body: { query: "how to", max_results: 3 },
    answer: {
      query: "how to",
      follow_up_questions: null,
      answer: null,
      images: [],
      results: [
        { ...guide, content: 'A "guide"', score: 0.9, raw_content: null },
        { ...manual, content: "A manual", score: 0.8, raw_content: null },
      ],
      response_time: 1.67,
      request_id: "1",
    },
    with: (results) => ({ results }),
  },
  {
    name: "exa",
    env: { EXA_API_KEY: "key-of-exa" },
    header: ["x-api-key", "key-of-exa"],
    path: "/search",
    body: { query: "how to", numResults: 3, contents: { highlights: true } },
    answer: {
      requestId: "1",
      resolvedSearchType: "neural",
      results: [
        { ...guide, id: guide.url, publishedDate: null, highlights: ['A "guide"'], highlightScores: [0.4] },
        { ...manual, id: manual.url, author: null, highlights: ["A manual"], highlightScores: [0.4] },
      ],
      costDollars: { total: 0.005 },
    },
    with: (results) => ({ results }),
  },
  {
    name: "firecrawl",
    env: { FIRECRAWL_API_KEY: "key-of-firecrawl" },
    header: ["authorization", "Bearer key-of-firecrawl"],
    path: "/v2/search",
    body: { query: "how to", limit: 3 },
    answer: {
      success: true,
      data: {
        web: [
          { ...guide, description: 'A "guide"', position: 1 },
          { ...manual, description: "A manual", position: 2 },
        ],
      },
      creditsUsed: 2,
    },
    with: (web) => ({ success: true, data: { web } }),
  },
  {
    name: "parallel",
    env: { PARALLEL_API_KEY: "key-of-parallel" },
    header: ["x-api-key", "key-of-parallel"],
    path: "/v1/search",
    body: { objective: "how to", search_queries: ["how to"], advanced_settings: { max_results: 3 } },
    answer: {
      search_id: "search_1",
      results: [
        { ...guide, publish_date: "2024-01-15", excerpts: ['A "guide"'] },
        { ...manual, publish_date: null, excerpts: ["A manual"] },
      ],
    },
    with: (results) => ({ results }),
  },
  {
    name: "searxng",
    env: { SEARXNG_URL: "http://search.example" },
    path: "/search?q=how+to&format=json",
    answer: {
      query: "how to",
      number_of_results: 0,
      results: [
        {
          ...guide,
          content: 'A "guide"',
          engine: "brave",
          engines: ["brave"],
          score: 1,
          category: "general",
        },
        {
          ...manual,
          content: "A manual",
          engine: "brave",
          parsed_url: ["https", "docs.example"],
          score: 0.5,
        },
      ],
      answers: [],
      suggestions: [],
      unresponsive_engines: [["google", "timeout"]],
    },
    with: (results) => ({ results }),
  },
];
