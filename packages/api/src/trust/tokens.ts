import { createHash, timingSafeEqual } from "node:crypto";
import { HermesError } from "@hermes/registry";
import type { ApiToken } from "../api-options.ts";
import type { Caller } from "./caller.ts";

const minTokenChars = 16;

/** Who may come in. Tokens are kept as hashes alone. */
export class Tokens {
  readonly #tokens: readonly { readonly digest: Buffer; readonly caller: Caller }[];

  /** @throws {HermesError} `API_OPTION_INVALID` */
  constructor(tokens: readonly ApiToken[]) {
    this.#tokens = tokens.map((token) => ({
      digest: digestOf(token),
      caller: { name: token.name, role: token.role },
    }));
    const names = tokens.map(({ name }) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) throw invalid(`Two tokens have the name "${twice}".`);
    if (tokens.length === 0) throw invalid("There is no token, so that nobody could come in.");
  }

  /** Compares with every one of them, so that the time it takes says nothing. */
  find(token: string): Caller | undefined {
    const digest = sha256(token);
    let found: Caller | undefined;
    for (const each of this.#tokens) if (timingSafeEqual(each.digest, digest)) found = each.caller;
    return found;
  }

  named(name: string): Caller | undefined {
    return this.#tokens.find(({ caller }) => caller.name === name)?.caller;
  }

  digestOf(name: string): Uint8Array | undefined {
    return this.#tokens.find(({ caller }) => caller.name === name)?.digest;
  }

  get firstOwner(): Caller | undefined {
    return this.#tokens.find(({ caller }) => caller.role === "owner")?.caller;
  }
}

export function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function digestOf({ name, token, sha256: given }: ApiToken): Buffer {
  if (!/^[\w.@-]{1,64}$/.test(name)) throw invalid(`"${name}" can't be the name of a token.`);
  if (token !== undefined && given === undefined) {
    if (token.length < minTokenChars || !/^[\x21-\x7e]+$/.test(token))
      throw invalid(`The token "${name}" is too short, or has characters that no header can have.`);
    return sha256(token);
  }
  if (token !== undefined || !/^[0-9a-f]{64}$/i.test(given ?? ""))
    throw invalid(`The token "${name}" needs either itself or its SHA-256.`);
  return Buffer.from(given ?? "", "hex");
}

function invalid(message: string): HermesError {
  return new HermesError(message, {
    code: "API_OPTION_INVALID",
    hint: `A token has a name of letters, digits, ".", "@", "_" and "-", and at least ${minTokenChars} characters.`,
  });
}
