import { readFile } from "node:fs/promises";
import { replaceFile } from "@hermes/atomic-files";

/** Writes variables into a `.env` file that only this user can read; every other line stays. */
export async function setVariables(path: string, variables: Readonly<Record<string, string>>): Promise<void> {
  const text = await readFile(path, "utf8").catch(() => "");
  const isSet = (line: string): boolean =>
    Object.keys(variables).includes(/^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] ?? "");
  const kept = text.split("\n").filter((line) => !isSet(line));
  while (kept.at(-1) === "") kept.pop();
  const set = Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}`);
  replaceFile(path, `${[...kept, ...set].join("\n")}\n`, { mode: 0o600 });
}

/** What stands for itself is left as it is; a value is never more than one line. */
function quoted(value: string): string {
  if (/^[\w.:/@%+,*=?&;~^()[\]{}|<>!-]*$/.test(value)) return value;
  const quote = ["'", '"', "`"].find((sign) => !value.includes(sign)) ?? '"';
  return `${quote}${value}${quote}`;
}
