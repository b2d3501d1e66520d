import { harmlessDevices } from "./paths/protected-paths.ts";
import type { Desk } from "./desk.ts";
import { unreadFile } from "./shell/pure-output.ts";
import { ENDLESS, UNKNOWN } from "./shell/unknown.ts";

const network = /^\/dev\/(tcp|udp)\//;

/** A redirection opens a file for writing. */
export function openToWrite(path: string, desk: Desk): void {
  if (!network.test(path)) return desk.touch("write", path);
  desk.effect({ kind: "network", host: path.split("/")[3] });
  desk.ask("network.raw", `It opens a raw connection to ${path.slice(9)}.`);
}

/** A file has got a content by a redirection. */
export function noteContent(path: string, content: string, append: boolean, desk: Desk): void {
  const place = desk.resolve(path) ?? path;
  if (content.includes(ENDLESS) && !harmlessDevices.test(place))
    desk.ask("process.flood", `It writes to ${place} without an end.`);
  const { files } = desk.state;
  files.set(place, append ? (files.get(place) ?? UNKNOWN) + content : content);
}

/** What a redirection reads: what the script wrote there, `undefined` for every other file. */
export function openToRead(path: string, desk: Desk): string | undefined {
  if (network.test(path)) {
    openToWrite(path, desk);
    return UNKNOWN;
  }
  const place = desk.resolve(path) ?? path;
  const known = desk.state.files.get(place);
  if (known !== undefined) return known;
  desk.touch("read", path);
  const mark = unreadFile(place, desk.places);
  return mark === UNKNOWN ? undefined : mark;
}
