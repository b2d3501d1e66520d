import { describeSources, untrustedSources } from "@hermes/registry";
import type { Provenance, ToolContext, ToolFinding, Transcript } from "@hermes/registry";
import { hostOf, isLocalHost, isNamedByPerson, isQuoted } from "./outside-addresses.ts";

/** What a call would do in a web page. */
export interface PageAction {
  /** Name of the tool. */
  readonly tool: string;
  /** Host of the page, with the port where it is not that of the scheme. Empty: there is no page yet. */
  readonly host: string;
  /** Whether the site may know the person: a kept profile, their own browser, a password that was typed. */
  readonly personal: boolean;
  /** Where it leads, as an absolute address. */
  readonly link?: string | undefined;
  /** Whether it sends a form there. */
  readonly submits?: boolean | undefined;
  /** What would be typed. */
  readonly text?: string | undefined;
  /** Code that would run in the page, or a command to the browser. */
  readonly script?: string | undefined;
}

/**
 * What untrusted content in the session has to do with an action in a page. A page learns nothing by a click that it could not have
 * without it; so what is held is what a call adds: text that is not the person's, a way to another place, and what a site does for
 * a person whom it knows.
 *
 * @returns Nothing where the session holds no untrusted content.
 */
export async function assessPageAction(
  action: PageAction,
  context: Pick<ToolContext, "provenance" | "transcript">,
): Promise<readonly ToolFinding[]> {
  const sources = untrustedSources(context.provenance);
  if (sources.length === 0) return [];
  const transcript = context.transcript?.() ?? { person: [], untrusted: [] };
  // What a site says may be sent back to it.
  const foreign = sources.filter(({ source, name }) => !(source === "web" && name === action.host));
  const isFree = await isHarmless(action, { sources, foreign, transcript });
  return isFree ? [] : [finding(action, sources)];
}

interface Surroundings {
  readonly sources: readonly Provenance[];
  /** Those that are not of the page itself. */
  readonly foreign: readonly Provenance[];
  readonly transcript: Transcript;
}

async function isHarmless(
  { host, personal, link, submits = false, text, script }: PageAction,
  { sources, foreign, transcript }: Surroundings,
): Promise<boolean> {
  if (script !== undefined) return false;
  if (text !== undefined && text !== "")
    return (
      isOfPerson(text, saidFor(host, sources, transcript)) ||
      (foreign.length === 0 && isQuoted(text, { person: [], untrusted: transcript.untrusted }))
    );
  const target = link === undefined ? host : (hostOf(link) ?? "");
  const isNamed = target !== "" && isNamedByPerson(target, transcript);
  if (target !== host)
    return (
      isNamed ||
      (!personal && link !== undefined && isQuoted(link, transcript) && !(await isLocalHost(target)))
    );
  if (foreign.length === 0) return true;
  // Whoever wrote the other texts may want the person's account there to do something. Links only show.
  if (personal) return isNamed && link !== undefined && !submits;
  return isNamed || !(await isLocalHost(host));
}

/** What the person said to be used there. Where they named a place, they said it for that place: a name and a password, say. */
function saidFor(host: string, sources: readonly Provenance[], { person }: Transcript): Transcript {
  const others = sources.flatMap(({ source, name }) =>
    source === "web" && name !== undefined ? [name] : [],
  );
  const isFor = (words: string): boolean => {
    const said: Transcript = { person: [words], untrusted: [] };
    if (host !== "" && isNamedByPerson(host, said)) return true;
    return !/\bhttps?:\/\//i.test(words) && !others.some((other) => isNamedByPerson(other, said));
  };
  return { person: person.filter(isFor), untrusted: [] };
}

/** More words than that come in the order in which the person said them. */
const maxFreeWords = 8;

/**
 * Whether a text says nothing but what the person has said: a passage of theirs, or a few of their words. Which words, in which order
 * and between which signs could spell something else, so little of that is free.
 */
function isOfPerson(text: string, transcript: Transcript): boolean {
  const { person } = transcript;
  if (isQuoted(text, { person, untrusted: [] })) return true;
  const words = text.match(wordPattern) ?? [];
  const between = text.split(wordPattern);
  if (words.length === 0 || between.some((signs) => !/^[\s.,;:!?()"'/-]{0,2}$/.test(signs))) return false;
  const said = person.map((each) => each.match(wordPattern) ?? []);
  if (words.length <= maxFreeWords)
    return words.every((word) => said.some((all) => all.some((each) => isWritten(word, each))));
  return said.some((all) =>
    all.some((_, from) => words.every((word, at) => isWritten(word, all[from + at] ?? ""))),
  );
}

const wordPattern = /[\p{L}\p{N}\p{M}\p{S}@#$%&*+_~^|\\]+/gu;

/** As the person has written it, or as it stands in a title, in a search or at the beginning of a sentence. */
function isWritten(word: string, said: string): boolean {
  const lower = said.toLowerCase();
  return [said, lower, said.toUpperCase(), lower.slice(0, 1).toUpperCase() + lower.slice(1)].includes(word);
}

function finding(
  { tool, host, link, text, script }: PageAction,
  sources: readonly Provenance[],
): ToolFinding {
  const target = (link === undefined ? undefined : hostOf(link)) ?? (host === "" ? "a page" : host);
  const does =
    script !== undefined
      ? `run code in a page of ${target}`
      : text !== undefined && text !== ""
        ? `type what you did not say into a page of ${target}`
        : `act on ${target}`;
  const reason = `This conversation holds text of ${describeSources(sources)}, and ${tool} would ${does}.`;
  return { id: "untrusted.send", severity: "ask", reason, sources };
}
