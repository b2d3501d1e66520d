import { HermesError } from "@hermes/registry/errors";
import type { InstallOutcome, SkillHub } from "@hermes/skill-hub";
import { exitCodes } from "../../../host.ts";
import { counted } from "../../../render/count-of.ts";
import { paragraph } from "../../../render/paragraph.ts";
import type { SkillsContext } from "../skills-context.ts";
import { scanLines } from "../findings.ts";
import { agrees } from "../questions.ts";
import { safe } from "../safe-text.ts";
import { installGate } from "./confirm-install.ts";
import { overruleHint } from "./overrule-hint.ts";

export interface InstallFlags {
  readonly yes?: boolean | undefined;
  readonly force?: boolean | undefined;
  readonly category?: string | undefined;
  readonly json?: boolean | undefined;
}

/**
 * `hermes skills install`: fetched, scanned, shown, asked for, put in place in one step. A pack that comes with Hermes is
 * asked for as a whole. @returns 1 when one was refused.
 */
export async function installSkills(
  references: readonly string[],
  { yes, json, ...options }: InstallFlags,
  context: SkillsContext,
): Promise<number> {
  const hub = await context.skills.hub();
  const installOne = async ({ reference, agreed }: Wanted): Promise<InstallOutcome> => {
    using gate = installGate(context, { yes: yes || agreed });
    gate.waitFor(`fetching ${safe(reference)}`);
    const outcome = await hub.install(reference, {
      ...options,
      signal: context.signal,
      confirm: gate.confirm,
    });
    return explained(outcome, gate.refusals.at(-1)?.reason);
  };
  const results: { readonly reference: string; readonly outcome: InstallOutcome }[] = [];
  const wanted = await Promise.all(references.map((reference) => withPacks(reference, hub, context)));
  for (const each of wanted) {
    // oxlint-disable-next-line no-await-in-loop -- one question after another
    const list = each.pack === undefined ? each.skills : await agreedPack(each, { yes }, context);
    if (list === undefined) {
      context.note([`Not installed: ${safe(each.pack ?? "")}.`]);
      return exitCodes.failed;
    }
    for (const skill of list) {
      const { reference } = skill;
      // oxlint-disable-next-line no-await-in-loop
      results.push({ reference, outcome: await installOne(skill) });
      // oxlint-disable-next-line no-await-in-loop -- said before the next question
      if (!json) await say(results.at(-1)?.outcome, reference, context);
    }
  }
  if (json) context.json(results.map(({ reference, outcome }) => ({ reference, ...outcome })));
  return results.every(({ outcome }) => outcome.ok) ? exitCodes.ok : exitCodes.failed;
}

interface Wanted {
  readonly reference: string;
  /** The person has said yes to it already, as to a part of a pack. */
  readonly agreed?: boolean | undefined;
}

interface WantedSkills {
  /** Its name, where a pack is meant. */
  readonly pack?: string | undefined;
  readonly skills: readonly (Wanted & { readonly description?: string | undefined })[];
}

/**
 * What a reference stands for: a word alone is a pack that comes with Hermes, or one of its skills.
 *
 * @throws {HermesError} `HUB_NOT_FOUND` for another word, with the packs that there are.
 */
async function withPacks(reference: string, hub: SkillHub, { signal }: SkillsContext): Promise<WantedSkills> {
  const [, word] = /^(?:official[:/])?([^:/@.]+)\/?$/.exec(reference.trim()) ?? [];
  if (word === undefined) return { skills: [{ reference }] };
  const { skills } = await hub.browse({ source: "official", limit: 1_000, signal });
  const ofPack = skills.filter(({ category }) => category === word);
  if (ofPack.length > 0) return { pack: word, skills: ofPack };
  const alone = skills.find(({ name }) => name === word);
  if (alone !== undefined) return { skills: [alone] };
  // The source says what there is of its own.
  if (word !== reference.trim()) return { skills: [{ reference }] };
  const packs = [...new Set(skills.flatMap(({ category }) => category ?? []))].toSorted();
  throw new HermesError(`There is no pack and no optional skill "${safe(word)}".`, {
    code: "HUB_NOT_FOUND",
    hint: `Packs: ${packs.join(", ")}. Skills of others: hermes skills search WORDS.`,
  });
}

/** Undefined where the person does not want it. Where nobody can be asked, each skill says that it needs a yes. */
async function agreedPack(
  { pack = "", skills }: WantedSkills,
  { yes }: InstallFlags,
  context: SkillsContext,
): Promise<readonly Wanted[] | undefined> {
  if (yes || context.questions === undefined) return skills;
  const { style, columns } = context.remarks;
  context.note([
    `The pack ${style.bold(safe(pack))} has ${counted(skills.length, "skill")}:`,
    ...skills.flatMap(({ reference, description = "" }) =>
      paragraph(`${style.cyan(safe(reference))}  ${safe(description)}`, { columns, indent: 2 }),
    ),
  ]);
  if (!(await agrees(context, { question: "Install them?" }))) return undefined;
  return skills.map(({ reference }) => ({ reference, agreed: true }));
}

/** Where nobody was asked, the reason is that. */
export function explained(outcome: InstallOutcome, refusal: string | undefined): InstallOutcome {
  return outcome.ok || outcome.problem !== "declined" || refusal === undefined
    ? outcome
    : { ...outcome, problem: "unconfirmed", reason: refusal, hint: undefined };
}

export async function say(
  outcome: InstallOutcome | undefined,
  reference: string,
  context: SkillsContext,
): Promise<void> {
  if (outcome === undefined) return;
  if (outcome.ok) {
    const { name } = outcome.installed;
    context.print([`Installed: ${safe(name)} in ${safe(outcome.folder)}`]);
    const found = await context.skills.library.find(name);
    if (!found.ok && found.problem === "hidden")
      context.note([context.remarks.style.yellow(safe(found.reason))]);
    return;
  }
  const { style } = context.remarks;
  const { problem, reason, scan } = outcome;
  const hint = overruleHint(outcome) ?? outcome.hint;
  context.note([
    style.red(
      `Not installed: ${safe(reference)}: ${safe(hint === undefined ? reason : `${reason} ${hint}`)}`,
    ),
    ...(problem === "blocked" && scan !== undefined ? scanLines(scan, context.remarks) : []),
  ]);
}
