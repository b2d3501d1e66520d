import { computed, signal } from "@preact/signals";

/** The pages, in the order of the navigation. */
export const pageNames = [
  "chat",
  "memory",
  "skills",
  "schedules",
  "gateway",
  "processes",
  "permissions",
  "settings",
  "insights",
  "logs",
  "devices",
] as const;

export type PageName = (typeof pageNames)[number];

/** What the address names: `#/chat/<session>?m=12`. */
export interface Route {
  readonly page: PageName;
  readonly id: string | undefined;
  readonly query: URLSearchParams;
}

const hash = signal("");

export const route = computed<Route>(() => parseHash(hash.value));

/** Follows the address from here on. */
export function startRouter(): void {
  const read = (): void => {
    hash.value = location.hash;
  };
  addEventListener("hashchange", read);
  read();
}

export function hrefOf(page: PageName, id?: string, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `#/${page}${id === undefined ? "" : `/${encodeURIComponent(id)}`}${search === "" ? "" : `?${search}`}`;
}

export function go(page: PageName, id?: string, query?: Readonly<Record<string, string>>): void {
  location.hash = hrefOf(page, id, query);
}

/** As `go`, without a step to go back to. */
export function goInstead(page: PageName, id?: string): void {
  history.replaceState(null, "", hrefOf(page, id));
  hash.value = location.hash;
}

function parseHash(text: string): Route {
  const [path = "", search = ""] = text.replace(/^#\/?/, "").split("?");
  const [name = "", id] = path.split("/");
  const page = pageNames.find((each) => each === name) ?? "chat";
  return {
    page,
    id: id === undefined || id === "" ? undefined : decoded(id),
    query: new URLSearchParams(search),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Somebody typed it.
    return text;
  }
}
