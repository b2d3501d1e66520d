import type { CommandContext } from "./command-context.ts";
import { unreadFile } from "./shell/output.ts";
import { UNKNOWN } from "./shell/unknown.ts";

const network = /^\/dev\/(tcp|udp)\//;

/** A redirection opens a file for writing. */
export function openToWrite(path: string, context: CommandContext): void {
  if (!network.test(path)) return context.touch("write", path);
  context.effect({ kind: "network", host: path.split("/")[3] });
  context.ask("network.raw", `It opens a raw connection to ${path.slice(9)}.`);
}

/** A file has got a content by a redirection. */
export function noteContent(path: string, content: string, append: boolean, context: CommandContext): void {
  const place = context.resolve(path) ?? path;
  const { files } = context.state;
  files.set(place, append ? (files.get(place) ?? UNKNOWN) + content : content);
}

/** What a redirection reads: what the script wrote there, `undefined` for every other file. */
export function openToRead(path: string, context: CommandContext): string | undefined {
  if (network.test(path)) {
    openToWrite(path, context);
    return UNKNOWN;
  }
  const place = context.resolve(path) ?? path;
  const known = context.state.files.get(place);
  if (known !== undefined) return known;
  context.touch("read", path);
  const mark = unreadFile(place, context.places);
  return mark === UNKNOWN ? undefined : mark;
}
