import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { homeOf, type LoadedSettings } from "@hermes/config";
import { secretTexts } from "@hermes/config/editing";
import { createRedactor } from "@hermes/redaction";
import { createRuntime } from "@hermes/runtime";
import type { Host } from "../../host.ts";

/** What is shorter is a word, and no secret. */
const minLength = 8;

/**
 * Takes out what a stranger must not read: every value of `.env` and of `auth.json`, what settings keep as secrets, what looks
 * like a secret, and the name of the person's folder.
 */
export async function openLeaveOut(
  host: Host,
  loaded: LoadedSettings | undefined,
): Promise<(text: string) => string> {
  const home = homeOf(host.env);
  const values = new Set([
    ...secretTexts(loaded?.settings),
    ...(await storedTexts(join(home, "auth.json"))),
    ...(await variableValues(join(home, ".env"))),
  ]);
  // The longest first: one may be part of another.
  const exact = [...values]
    .filter((text) => text.length >= minLength)
    .toSorted((one, two) => two.length - one.length);
  const redact = await redactorOf(host, loaded);
  const person = host.env["HOME"] ?? homedir();
  return (text) => {
    const without = exact.reduce((rest, secret) => rest.replaceAll(secret, "[left out]"), redact(text));
    return person.length > 1 ? without.replaceAll(person, "~") : without;
  };
}

async function redactorOf(host: Host, loaded: LoadedSettings | undefined): Promise<(text: string) => string> {
  const plain = createRedactor({});
  if (loaded === undefined) return plain;
  await using runtime = createRuntime({
    ...{ loaded, env: loaded.env, cwd: host.cwd, platform: "cli", onWarning: () => undefined },
    housekeepingAfterMs: Number.POSITIVE_INFINITY,
  });
  // Where the store can't be opened, it is not known what counts.
  return await runtime.redactor().catch(() => plain);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Of a file that only this user reads, everything counts as secret. */
async function storedTexts(path: string): Promise<readonly string[]> {
  try {
    return textsIn(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return [];
  }
}

async function variableValues(path: string): Promise<readonly string[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => {
    const [, value = ""] = /^[^=#]*=\s*(.*?)\s*$/.exec(line) ?? [];
    return [value, value.replace(/^(["'])(.*)\1$/, "$2")];
  });
}
