import type { ApiToken } from "@hermes/api";
import type { Role } from "@hermes/client/contract";
import { HermesError } from "@hermes/registry";
import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { credentialFile, parsedJson } from "./credential-file.ts";

export interface ListedToken {
  readonly name: string;
  readonly role: Role;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Who may come in to the API of a home, and as what. Servers read them when they start. */
export interface ApiTokens {
  /** That of the person, made when it is first asked for. The one token that is kept as it is. */
  owner(): Promise<string>;
  /** Of others, by name. */
  list(): Promise<readonly ListedToken[]>;
  /**
   * @returns The token, of which only a hash is kept.
   * @throws {HermesError} `API_TOKEN_TAKEN`, `API_TOKEN_NAME`.
   */
  add(name: string, role: Role): Promise<string>;
  /** @returns False where there is none of that name. */
  remove(name: string): Promise<boolean>;
}

/** The name of the person's own token. */
export const ownerName = "owner";

const stored = z.object({
  name: z.string(),
  role: z.enum(["owner", "user", "read-only"]),
  sha256: z.string(),
  createdAt: z.number(),
});
const file = z.object({ tokens: z.array(stored) });
type StoredToken = z.infer<typeof stored>;

interface OpenTokens extends ApiTokens {
  /** Those of others, as the API takes them. */
  hashes(): Promise<readonly ApiToken[]>;
}

/** @param home Makes the folder of Hermes where there is none. */
export function openApiTokens(home: () => Promise<string>): OpenTokens {
  const own = credentialFile({ home, name: "api-token", lockedCode: "API_TOKENS_LOCKED" });
  const others = credentialFile({ home, name: "api-tokens.json", lockedCode: "API_TOKENS_LOCKED" });
  const parse = (text: string | undefined, path: string): readonly StoredToken[] => {
    if (text === undefined) return [];
    const parsed = file.safeParse(parsedJson(text));
    if (parsed.success) return parsed.data.tokens;
    throw new HermesError(`${path} does not hold tokens.`, {
      code: "API_TOKENS_UNREADABLE",
      hint: "Move it away, and add the tokens again: hermes serve token add",
    });
  };
  const read = async (): Promise<readonly StoredToken[]> => parse(await others.read(), await others.path());
  const change = async <Result>(
    edit: (tokens: readonly StoredToken[]) => {
      readonly tokens: readonly StoredToken[];
      readonly result: Result;
    },
  ): Promise<Result> => {
    const path = await others.path();
    return await others.change((before) => {
      const { tokens, result } = edit(parse(before, path));
      return { text: JSON.stringify({ tokens }, null, 2), result };
    });
  };
  return {
    owner: async () =>
      await own.change((before) => {
        const kept = before?.trim();
        if (kept !== undefined && kept !== "") return { result: kept };
        const token = newToken();
        return { text: token, result: token };
      }),
    list: async () => (await read()).map(({ name, role, createdAt }) => ({ name, role, createdAt })),
    hashes: async () => (await read()).map(({ name, role, sha256 }) => ({ name, role, sha256 })),
    async add(name, role) {
      if (!/^[\w.@-]{1,64}$/.test(name)) throw badName(name);
      const token = newToken();
      const sha256 = createHash("sha256").update(token).digest("hex");
      return await change((tokens) => {
        if (name === ownerName || tokens.some((each) => each.name === name)) throw taken(name);
        return { tokens: [...tokens, { name, role, sha256, createdAt: Date.now() }], result: token };
      });
    },
    remove: async (name) =>
      await change((tokens) => {
        const others = tokens.filter((each) => each.name !== name);
        return { tokens: others, result: others.length < tokens.length };
      }),
  };
}

function newToken(): string {
  return `hermes_${randomBytes(32).toString("base64url")}`;
}

function badName(name: string): HermesError {
  return new HermesError(`"${name}" can't be the name of a token.`, {
    code: "API_TOKEN_NAME",
    hint: 'Use at most 64 letters, digits, ".", "@", "_" and "-".',
  });
}

function taken(name: string): HermesError {
  return new HermesError(`There is a token "${name}" already.`, {
    code: "API_TOKEN_TAKEN",
    hint: "Choose another name, or remove that one first.",
  });
}
