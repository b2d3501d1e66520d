import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { replaceFile, withFileLock } from "@hermes/atomic-files";
import { HermesError } from "@hermes/registry/errors";
import * as z from "zod";
import { type StoredCredential, storedCredential } from "./stored-credential.ts";

export interface AuthContent {
  /** By provider, as the person or the original names it. */
  credential_pool: Record<string, StoredCredential[]>;
  [other: string]: unknown;
}

const authContent: z.ZodType<AuthContent> = z.looseObject({
  credential_pool: z.record(z.string(), z.array(storedCredential)).default({}),
});

/** Says that this program has written the file: what was there before is backed up once. */
const writerField = "writer";
const writer = "hermes-typescript";

/**
 * `auth.json`: keys and logins of a home, for its owner alone (0600). Every write is a whole file, made from what the file
 * holds at that moment, with a lock across processes. Fields that nobody knows here are kept. What the Python original wrote is
 * copied to `credentials/auth.json.original` before the first write.
 */
export class AuthFile {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** @throws {HermesError} `AUTH_FILE_INVALID`. A file that is missing is empty. */
  async read(): Promise<AuthContent> {
    return this.#parse(await this.#text());
  }

  /**
   * @param change Changes the content that it is given, and nothing else.
   * @throws {HermesError} `AUTH_FILE_INVALID`, which leaves the file as it is; `AUTH_FILE_BUSY`.
   */
  async update<Result>(change: (content: AuthContent) => Result): Promise<Result> {
    return await withFileLock(
      `${this.path}.lock`,
      async () => {
        const text = await this.#text();
        const content = this.#parse(text);
        const before = content[writerField];
        const result = change(content);
        if (text !== undefined && before !== writer) this.#backUp(text);
        content[writerField] = writer;
        content["updated_at"] = new Date().toISOString();
        replaceFile(this.path, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
        return result;
      },
      { code: "AUTH_FILE_BUSY" },
    );
  }

  #backUp(text: string): void {
    const path = join(dirname(this.path), "credentials", "auth.json.original");
    if (!existsSync(path)) replaceFile(path, text, { mode: 0o600 });
  }

  async #text(): Promise<string | undefined> {
    try {
      return await readFile(this.path, "utf8");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    }
  }

  #parse(text: string | undefined): AuthContent {
    if (text === undefined) return { credential_pool: {} };
    const parsed = authContent.safeParse(jsonOf(text));
    if (parsed.success) return parsed.data;
    // Of what is wrong the place is named, and no value: it may be a key.
    const place = parsed.error.issues[0]?.path.join(".") ?? "";
    throw new HermesError(`${this.path} is no file of keys${place === "" ? "" : `: ${place} is wrong`}.`, {
      code: "AUTH_FILE_INVALID",
      hint: "Correct it, or move it away and add the keys again.",
    });
  }
}

export function entryOf(content: AuthContent, id: string): StoredCredential | undefined {
  return Object.values(content.credential_pool)
    .flat()
    .find((entry) => entry.id === id);
}

/** Whose an entry of the content is. */
export function providerOf({ credential_pool }: AuthContent, entry: StoredCredential): string {
  return Object.entries(credential_pool).find(([, entries]) => entries.includes(entry))?.[0] ?? "";
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
