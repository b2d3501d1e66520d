import type { McpElicitAnswer, McpElicitation, McpFormField } from "../client/mcp-server.ts";

/** Puts one question to the person; see `Clarifier` of `@hermes/agent-loop`, which fits. */
export type AskPerson = (
  question: {
    readonly question: string;
    readonly choices: readonly string[];
    readonly allowFreetext: boolean;
  },
  options: { readonly signal: AbortSignal },
) => Promise<
  { readonly answered: true; readonly answer: string } | { readonly answered: false; readonly reason: string }
>;

const mostFields = 12;
/** A list of the clarifier has no more. */
const mostChoices = 6;
const mostTries = 3;

/**
 * Puts what a server asks for to the person, one question for each field. What looks like a password to the program is never asked
 * for: a server has no business with one.
 *
 * @param ask Undefined: nobody is there.
 */
export async function elicitPerson(
  request: McpElicitation,
  { ask, signal }: { readonly ask: AskPerson | undefined; readonly signal: AbortSignal },
): Promise<McpElicitAnswer> {
  if (ask === undefined) return { action: "cancel" };
  if (request.mode === "url") return await askToOpen(request, { ask, signal });
  if (request.fields.length > mostFields || request.fields.some(({ format }) => format === "password"))
    return { action: "decline" };
  if (request.fields.length === 0) return await askForYes(request, { ask, signal });
  const content: Record<string, string | number | boolean | readonly string[]> = {};
  for (const [index, field] of request.fields.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one question after another
    const value = await askField(request, field, { ask, signal, isFirst: index === 0 });
    if (value === refused) return { action: "cancel" };
    if (value !== undefined) content[field.name] = value;
  }
  return { action: "accept", content };
}

interface Asking {
  readonly ask: AskPerson;
  readonly signal: AbortSignal;
}

const yes = "Yes";
const no = "No";
const skip = "Leave it out";

async function askForYes(
  { server, message }: Extract<McpElicitation, { mode: "form" }>,
  { ask, signal }: Asking,
): Promise<McpElicitAnswer> {
  const question = `The MCP server "${server}" asks: ${message}`;
  const answer = await ask({ question, choices: [yes, no], allowFreetext: false }, { signal });
  if (!answer.answered) return { action: "cancel" };
  return answer.answer === yes ? { action: "accept", content: {} } : { action: "decline" };
}

/** Nothing is opened here: the person opens it, or does not. */
async function askToOpen(
  { server, message, url }: Extract<McpElicitation, { mode: "url" }>,
  { ask, signal }: Asking,
): Promise<McpElicitAnswer> {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol)) return { action: "decline" };
  const question = `The MCP server "${server}" asks you to open a page of **${address.host}** in your browser: ${message}\n${address.href}\nOpen it yourself if you trust ${address.host}. What did you do?`;
  const choices = ["I opened it", "I don't want to"];
  const answer = await ask({ question, choices, allowFreetext: false }, { signal });
  if (!answer.answered) return { action: "cancel" };
  return { action: answer.answer === choices[0] ? "accept" : "decline" };
}

const refused = Symbol("refused");
type FieldValue = string | number | boolean | readonly string[];

async function askField(
  { server, message }: Extract<McpElicitation, { mode: "form" }>,
  field: McpFormField,
  { ask, signal, isFirst }: Asking & { readonly isFirst: boolean },
): Promise<FieldValue | undefined | typeof refused> {
  const { title, description, required, default: otherwise } = field;
  const about = [title, description].filter((text) => text !== undefined && text !== "").join(": ");
  const usual = otherwise === undefined ? "" : ` (usually ${String(otherwise)})`;
  const intro = isFirst ? `The MCP server "${server}" asks: ${message}\n` : `For "${server}": `;
  const named = field.choices ?? [];
  const listed = field.type === "choice" && named.length + (required ? 0 : 1) <= mostChoices;
  const choices =
    field.type === "boolean"
      ? [yes, no, ...(required ? [] : [skip])]
      : listed
        ? [...named.map((choice) => choice.title), ...(required ? [] : [skip])]
        : [];
  const list =
    named.length > 0 && !listed ? `\nOne of: ${named.map((choice) => choice.title).join(", ")}.` : "";
  let problem = "";
  for (let tries = 0; tries < mostTries; tries++) {
    const question = `${intro}${about}${usual}${list}${problem}`;
    // oxlint-disable-next-line no-await-in-loop -- asked again where the answer does not fit
    const answer = await ask({ question, choices, allowFreetext: choices.length === 0 }, { signal });
    if (!answer.answered) {
      // Who leaves the first question has not agreed to anything.
      if (signal.aborted || required || isFirst) return refused;
      return otherwise;
    }
    if (answer.answer === skip) return undefined;
    const read = readAnswer(answer.answer, field);
    if ("value" in read) return read.value;
    problem = `\n${read.problem}`;
  }
  return refused;
}

/** An answer as the field wants it. */
function readAnswer(
  text: string,
  { type, choices = [], format }: McpFormField,
): { readonly value: FieldValue } | { readonly problem: string } {
  const said = text.trim();
  const valueOf = (title: string): string | undefined =>
    choices.find((choice) => choice.title === title || choice.value === title)?.value;
  switch (type) {
    case "boolean":
      return { value: said === yes };
    case "number":
    case "integer": {
      const number = Number(said);
      const fits = said !== "" && Number.isFinite(number) && (type === "number" || Number.isInteger(number));
      return fits
        ? { value: number }
        : { problem: `"${said}" is no ${type === "integer" ? "whole " : ""}number.` };
    }
    case "choice": {
      const value = valueOf(said);
      return value === undefined ? { problem: `"${said}" is not in the list.` } : { value };
    }
    case "choices": {
      const values = said.split(",").map((each) => valueOf(each.trim()));
      const known = values.filter((value) => value !== undefined);
      return known.length === values.length
        ? { value: known }
        : { problem: "Name some of the list, with commas between them." };
    }
    case "text":
      return fitsFormat(said, format) ? { value: said } : { problem: `"${said}" is no ${format}.` };
  }
}

function fitsFormat(text: string, format: string | undefined): boolean {
  if (format === "email") return /^[^\s@]+@[^\s@]+$/.test(text);
  if (format === "uri") return URL.canParse(text);
  if (format === "date") return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  if (format === "date-time") return !Number.isNaN(Date.parse(text));
  return true;
}
