import { nameAt, type ChosenModel } from "@hermes/models";
import { afterFailure } from "./after-failure.ts";
import { askForKey, takesNoKey } from "./ask-for-key.ts";
import { chooseModelName } from "./choose-model-name.ts";
import { findAccess, unknownModel, type Place } from "./find-access.ts";
import { keepModelChoice } from "./keep-model-choice.ts";
import { listNames, localProblem } from "./list-names.ts";
import { keyOfVariable } from "./named-place.ts";
import type { SetupDesk } from "./setup-desk.ts";
import type { SetupFlags } from "./setup-flags.ts";
import { trialMs, tryModel, type Trial } from "./try-model.ts";
import { loadHome } from "./with-home-runtime.ts";
import { withProgress } from "./with-progress.ts";

export type PlaceEnd = "kept" | "skipped" | "another-place";

/** What is known of a place so far; what was wrong is asked anew. */
interface Attempt {
  /** Given just now. */
  readonly key?: string | undefined;
  readonly asksKey?: boolean | undefined;
  readonly model?: string | undefined;
  readonly names?: readonly string[] | undefined;
  /** Whether a request has been tried with what is known. @default false */
  readonly isTried?: boolean | undefined;
}

/** Asks for key and model of a place, tries both with a request, and writes them when they work or the person wants them anyway. */
export async function usePlace(desk: SetupDesk, place: Place, flags: SetupFlags): Promise<PlaceEnd> {
  const { host } = desk;
  let attempt: Attempt = { key: keyOfVariable(flags, host), model: flags.model };
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- until it works, or the person has enough
    const opened = await openAccess(desk, place, attempt);
    if (opened === undefined) return "another-place";
    // oxlint-disable-next-line no-await-in-loop
    const tried = await chooseAndTry(desk, { place, flags, ...opened });
    if (tried === undefined) return "another-place";
    const { choice, trial } = tried;
    const { key, names } = opened;
    if (!trial.ok) desk.say(`${trial.reason} ${trial.hint}`.trim());
    // oxlint-disable-next-line no-await-in-loop
    const next = trial.ok
      ? "keep"
      : await afterFailure(desk, { trial, choice, names, takesKey: !takesNoKey(place) });
    if (next === "keep") {
      // oxlint-disable-next-line no-await-in-loop
      for (const line of await keepModelChoice(host, { place, choice, key })) desk.say(line);
      return "kept";
    }
    if (next === "skip") return "skipped";
    if (next === "place") return "another-place";
    const model = next === "again" ? choice.model : undefined;
    attempt = { key, names, model, asksKey: next === "key", isTried: next !== "key" };
  }
}

interface OpenedPlace extends Attempt {
  readonly access: ChosenModel;
  readonly names: readonly string[] | undefined;
}

/** Address, key and list of models. Undefined: it can't be had, or the person gave none. */
async function openAccess(desk: SetupDesk, place: Place, before: Attempt): Promise<OpenedPlace | undefined> {
  const { host } = desk;
  let { key, names } = before;
  let access = await findAccess(place, { loaded: await loadHome(host), key, model: before.model });
  const lacksKey = access.ok
    ? access.apiKey === undefined && !takesNoKey(place)
    : access.problem === "no-key";
  if (before.asksKey === true || (lacksKey && key === undefined && before.names === undefined)) {
    const given = await askForKey(desk, place, { isOptional: access.ok });
    if (given === undefined) return undefined;
    key = given.key;
    names = undefined;
    access = await findAccess(place, { loaded: await loadHome(host), key, model: before.model });
  } else if (access.ok && access.apiKey !== undefined && key === undefined && names === undefined)
    desk.say(`The key is there already: ${access.keySource}.`);
  if (!access.ok) {
    desk.say(`${access.reason} ${access.hint}`);
    return undefined;
  }
  const at = access;
  const asked = async (signal: AbortSignal): Promise<readonly string[] | undefined> =>
    await listNames(place, at, signal);
  names ??= await withProgress(host, `asking ${place.row.label} for its models`, asked);
  const problem = localProblem(place, access, names);
  if (problem !== undefined) {
    desk.say(`${problem.reason} ${problem.hint}`);
    return undefined;
  }
  return { access, key, names, model: before.model, isTried: before.isTried };
}

interface ChooseAndTry extends OpenedPlace {
  readonly place: Place;
  readonly flags: SetupFlags;
}

async function chooseAndTry(
  desk: SetupDesk,
  { place, access, names, model, isTried = false, flags }: ChooseAndTry,
): Promise<{ readonly choice: ChosenModel; readonly trial: Trial } | undefined> {
  // A key that is refused, and a place where nobody answers, are told of before a model is asked for.
  const isTriedFirst = !isTried && model === undefined && access.model !== unknownModel;
  const first = isTriedFirst ? await tryHere(desk, access, flags) : undefined;
  if (first !== undefined && !first.ok && first.kind !== "model-not-found")
    return { choice: access, trial: first };
  const name = model ?? (await nameFor(desk, { place, access, names }));
  if (name === undefined) return undefined;
  const choice = { ...access, model: names?.includes(name) === true ? name : nameAt(place.row, name) };
  if (first !== undefined && choice.model === access.model) return { choice, trial: first };
  return { choice, trial: await tryHere(desk, choice, flags) };
}

async function nameFor(
  desk: SetupDesk,
  { place, access, names = [] }: Pick<ChooseAndTry, "place" | "access" | "names">,
): Promise<string | undefined> {
  const isKnown = access.model !== unknownModel && (names.length === 0 || names.includes(access.model));
  const preset = isKnown ? access.model : names[0];
  return await chooseModelName(desk, { label: place.row.label, names, preset });
}

async function tryHere(desk: SetupDesk, choice: ChosenModel, flags: SetupFlags): Promise<Trial> {
  if (flags.check === false) return { ok: true };
  const what = `trying ${choice.model} of ${choice.label}`;
  const timeoutMs = trialMs(choice, flags);
  const trial = await withProgress(
    desk.host,
    what,
    async (signal) => await tryModel(choice, { signal, timeoutMs }),
  );
  if (trial.ok) desk.say(`It works: ${choice.model} of ${choice.label} answers.`);
  return trial;
}
