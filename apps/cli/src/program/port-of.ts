import { InvalidArgumentError } from "commander";

/** A port as it is typed. */
export function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError("Give a number from 0 to 65535.");
}
