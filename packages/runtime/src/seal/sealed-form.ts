import { environmentVariables, isSecretName } from "@hermes/config";
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { sha256 } from "./stamped-file.ts";

/** What the store keeps of a text, so that it can go on to count, and how both are compared by a person. */
export interface SealedForm {
  keep(text: string): string;
  /** Undefined: what is kept can't be understood. `now` is what the file holds, for what was not kept. */
  restore(kept: string, now: string | undefined): string | undefined;
  show(
    kept: string | undefined,
    now: string | undefined,
  ): { readonly before: string; readonly after: string };
}

export const wholeText: SealedForm = {
  keep: (text) => text,
  restore: (kept) => kept,
  show: (before = "", after = "") => ({ before, after }),
};

/** Made where it is needed: most starts compare hashes alone. */
const keptVariables = () => {
  const texts = z.record(z.string(), z.string());
  return z.object({ salt: z.string(), values: texts, hashes: texts });
};

type KeptVariables = z.infer<ReturnType<typeof keptVariables>>;

/**
 * `.env`: of variables that steer Hermes the value, of everything else a salted hash: a key has one place, and no copy in
 * the store. What was not changed goes on to count then, and a key that was taken away can't be given back.
 */
export const variables: SealedForm = {
  keep: (text) => JSON.stringify(keepVariables(text, randomBytes(8).toString("hex"))),
  restore(kept, now = "") {
    const parsed = parseKept(kept);
    if (parsed === undefined) return undefined;
    const { salt, values, hashes } = parsed;
    const there = Object.entries(parseVariables(now)).filter(
      ([name, value]) => hashes[name] === sha256(salt + value),
    );
    return [...Object.entries(values), ...there]
      .map(([name, value]) => assignment(name, value) ?? "")
      .join("");
  },
  show(kept, now = "") {
    const before = parseKept(kept ?? "");
    const after = keepVariables(now, before?.salt ?? "");
    return { before: before === undefined ? "" : linesOf(before), after: linesOf(after) };
  },
};

function keepVariables(text: string, salt: string): KeptVariables {
  const steering = new Set(environmentVariables.map(({ name }) => name));
  const values: Record<string, string> = {};
  const hashes: Record<string, string> = {};
  for (const [name, value] of Object.entries(parseVariables(text))) {
    if (steering.has(name) && !isSecretName(name)) values[name] = value;
    else hashes[name] = sha256(salt + value);
  }
  return { salt, values, hashes };
}

function parseKept(kept: string): KeptVariables | undefined {
  try {
    return keptVariables().safeParse(JSON.parse(kept)).data;
  } catch {
    return undefined;
  }
}

function parseVariables(text: string): Readonly<Record<string, string>> {
  const parsed = process.getBuiltinModule("node:util").parseEnv(text.replace(/^\uFEFF/, ""));
  return Object.fromEntries(
    Object.entries(parsed).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** A line of `.env`, in the quotes that the value does not hold. Undefined: it has all of them, and no line can hold it. */
export function assignment(name: string, value: string): string | undefined {
  const quote = ["'", "`", '"'].find((each) => !value.includes(each));
  return quote === undefined ? undefined : `${name}=${quote}${value}${quote}\n`;
}

function linesOf({ values, hashes }: KeptVariables): string {
  const shown = [
    ...Object.entries(values).map(([name, value]) => `${name}=${value}`),
    ...Object.entries(hashes).map(([name, hash]) => `${name}=(not shown, ${hash.slice(0, 8)})`),
  ];
  return shown
    .toSorted()
    .map((line) => `${line}\n`)
    .join("");
}
