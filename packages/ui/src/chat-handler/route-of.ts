import { idSchema } from "./message-parts.ts";
import { parseWith } from "./read-body.ts";

const names = ["stream", "messages", "events", "stop"] as const;

export interface Route {
  readonly name: (typeof names)[number];
  readonly sessionId: string;
}

/** The last two steps of a path, `…/:id/NAME`; undefined: it ends in none of the names. */
export function routeOf(request: Request): Route | undefined {
  const [id, last] = new URL(request.url).pathname.split("/").slice(-2);
  const name = names.find((each) => each === last);
  if (name === undefined || id === undefined) return undefined;
  // The one character of an id that is written otherwise in a path.
  return { name, sessionId: parseWith(idSchema, id.replaceAll("%3A", ":")) };
}
