import { usageError } from "../../failure.ts";
import { yesOrNo } from "../../prompt/confirm.ts";
import type { Questions } from "../../prompt/question.ts";
import type { Given } from "./entry-fields.ts";
import type { McpContext, McpDesk } from "./mcp-desk.ts";

export interface SecretValuesOptions {
  readonly server: string;
  readonly desk: Pick<McpDesk, "askSecret" | "host">;
  /** Undefined: nobody can be asked, and every secret goes into `.env`. */
  readonly questions: Questions | undefined;
  readonly context: Pick<McpContext, "leave" | "signal">;
}

export interface PlacedValues {
  /** As the entry has them: a secret stands there as `${NAME}`. */
  readonly values: Readonly<Record<string, string>>;
  /** For `.env`. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Decides which values stand in the entry itself, and which in `.env`, where nobody else reads them. */
export async function placeValues(
  all: readonly Given[],
  options: SecretValuesOptions,
): Promise<PlacedValues> {
  const values: Record<string, string> = {};
  const variables: Record<string, string> = {};
  for (const [name, typed] of all) {
    // oxlint-disable-next-line no-await-in-loop -- one question after another
    const value = typed ?? (await askFor(name, options));
    // oxlint-disable-next-line no-await-in-loop -- one question after another
    if (!isSecret(name, value) || (typed !== undefined && !(await belongsIntoEnv(name, options)))) {
      values[name] = value;
      continue;
    }
    const { variable, secret, reference } = asVariable(options.server, name, value);
    variables[variable] = secret;
    values[name] = reference;
  }
  return { values, variables };
}

/** A value as a variable of `.env`, and what stands for it in the entry. */
export function asVariable(
  server: string,
  name: string,
  value: string,
): { readonly variable: string; readonly secret: string; readonly reference: string } {
  const [, scheme = "", secret = value] = /^((?:Bearer|Basic|Token)\s+)(.+)$/i.exec(value) ?? [];
  const variable = variableFor(server, name);
  return { variable, secret, reference: `${scheme}\${${variable}}` };
}

async function askFor(name: string, { desk }: SecretValuesOptions): Promise<string> {
  const value = desk.host.stdinIsTerminal ? (await desk.askSecret(`The value of ${name}`)).trim() : "";
  if (value === "")
    throw usageError(`${name} has no value. Write it behind the name, or type it when asked.`);
  return value;
}

const secretName = /key|token|secret|passw|credential|auth|cookie/i;

/** What names a variable already is none. */
export function isSecret(name: string, value: string): boolean {
  return secretName.test(name) && value !== "" && !/\$\{\w+\}/.test(value);
}

async function belongsIntoEnv(
  name: string,
  { questions, context: { signal, leave } }: SecretValuesOptions,
): Promise<boolean> {
  if (questions === undefined) return true;
  const question = `${name} looks like a secret. Keep its value in .env instead of the entry?`;
  const outcome = await questions.put(yesOrNo(question, "yes"), { signal });
  if (outcome.type === "interrupt") {
    leave();
    signal.throwIfAborted();
  }
  return !(outcome.type === "choice" && outcome.id === "no");
}

/** `MCP_GITHUB_AUTHORIZATION`. */
function variableFor(server: string, name: string): string {
  return `MCP_${server}_${name}`.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
}
