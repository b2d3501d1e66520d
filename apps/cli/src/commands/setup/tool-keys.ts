/** What opens a service that tools use. */
export interface ToolKey {
  readonly variable: string;
  readonly label: string;
  /** What tools do with it. */
  readonly gives: string;
  /** Where a person gets it. */
  readonly page: string;
  readonly isSecret: boolean;
}

// oxfmt-ignore
export const toolKeys: readonly ToolKey[] = [
  { variable: "BRAVE_SEARCH_API_KEY", label: "Brave", gives: "web search", page: "https://brave.com/search/api/", isSecret: true },
  { variable: "TAVILY_API_KEY", label: "Tavily", gives: "web search", page: "https://app.tavily.com", isSecret: true },
  { variable: "EXA_API_KEY", label: "Exa", gives: "web search", page: "https://dashboard.exa.ai/api-keys", isSecret: true },
  { variable: "FIRECRAWL_API_KEY", label: "Firecrawl", gives: "web search", page: "https://www.firecrawl.dev/app/api-keys", isSecret: true },
  { variable: "PARALLEL_API_KEY", label: "Parallel", gives: "web search", page: "https://platform.parallel.ai", isSecret: true },
  { variable: "SEARXNG_URL", label: "SearXNG", gives: "web search by your own server", page: "https://docs.searxng.org", isSecret: false },
  { variable: "BROWSERBASE_API_KEY", label: "Browserbase", gives: "a browser in the cloud", page: "https://www.browserbase.com/settings", isSecret: true },
  { variable: "BROWSERBASE_PROJECT_ID", label: "Browserbase, the project", gives: "a browser in the cloud", page: "https://www.browserbase.com/settings", isSecret: false },
];
