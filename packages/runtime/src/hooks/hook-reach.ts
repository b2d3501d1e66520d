import type { RunnableHook } from "./runnable-hook.ts";

/** What a hook may do, for people: ends of a sentence that begins with "It". */
export function reachOf(
  { write, hosts, data }: Pick<RunnableHook, "write" | "hosts" | "data">,
  { isHeld }: { readonly isHeld: boolean },
): readonly string[] {
  if (!isHeld) return ["runs as you, outside of a jail"];
  return [
    data === undefined
      ? `writes to ${write === "workspace" ? "the workspace" : "nothing"}`
      : "writes to a folder of data of its own",
    hosts.includes("*")
      ? "reaches every host"
      : `reaches ${hosts.length === 0 ? "no host" : hosts.join(", ")}`,
  ];
}
