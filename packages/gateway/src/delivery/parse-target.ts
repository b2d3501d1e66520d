/** Where something is to be sent, as it was written: not looked up yet. */
export type DeliveryTarget =
  /** The chat that it is asked for in. */
  | { readonly type: "origin" }
  /** A file of this machine. */
  | { readonly type: "file" }
  /** Every home channel. */
  | { readonly type: "all" }
  /** The home channel of a platform. */
  | { readonly type: "home"; readonly platform: string }
  /** `rest` is an id, an id and a thread, or a name. */
  | { readonly type: "chat"; readonly platform: string; readonly rest: string };

/** Undefined: it can't be one. */
export function parseTarget(text: string): DeliveryTarget | undefined {
  const written = text.trim();
  if (written === "origin" || written === "all") return { type: written };
  if (written === "local" || written === "file") return { type: "file" };
  const [, platform = "", rest] = /^([a-z][a-z0-9_-]*)(?::([\s\S]*))?$/i.exec(written) ?? [];
  if (platform === "") return undefined;
  const name = platform.toLowerCase();
  if (rest === undefined) return { type: "home", platform: name };
  return rest.trim() === "" ? undefined : { type: "chat", platform: name, rest: rest.trim() };
}
