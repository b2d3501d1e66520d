import { chooseModel, findProvider, nameAt, nearestNames, type ChosenModel } from "@hermes/models";
import { HermesError } from "@hermes/registry/errors";
import { usageError } from "../../failure.ts";
import type { Host } from "../../host.ts";
import { readAll } from "../../prompt/read-all.ts";
import { isKey } from "../auth/add.ts";
import { takesNoKey } from "./ask-for-key.ts";
import { findAccess, keptKeys, unknownModel, type Place } from "./find-access.ts";
import { keepModelChoice } from "./keep-model-choice.ts";
import { listNames, localProblem } from "./list-names.ts";
import { keyOfVariable, namedPlace } from "./named-place.ts";
import type { SetupFlags } from "./setup-flags.ts";
import type { AppliedSection } from "./setup-section.ts";
import { trialMs, tryModel } from "./try-model.ts";
import { loadHome } from "./with-home-runtime.ts";
import { withProgress } from "./with-progress.ts";

/**
 * Sets the model by flags alone. Without any, it is the one that is found.
 *
 * @throws {HermesError} `CLI_SETUP_NO_MODEL` where there is none, or it does not work. Nothing is written then.
 */
export async function applyModel(host: Host, flags: SetupFlags): Promise<AppliedSection> {
  const place = namedPlace(flags) ?? (await foundPlace(host));
  const { key, access } = await accessFor(host, place, flags);
  const names = access.model === unknownModel ? await namesOf(host, place, access) : undefined;
  const model = flags.model ?? (access.model === unknownModel ? names?.[0] : access.model);
  const problem = model === undefined ? localProblem(place, access, names) : undefined;
  if (problem !== undefined) throw notSet(problem.reason, problem.hint);
  if (model === undefined)
    throw notSet(`Nobody says which model of ${access.label}.`, "Name one with --model.");
  const choice = { ...access, model: names?.includes(model) === true ? model : nameAt(place.row, model) };
  if (flags.check !== false) await check(host, { place, choice, flags });
  const lines = await keepModelChoice(host, { place, choice, key });
  const { provider, baseUrl } = choice;
  return {
    lines: [`Model: ${choice.model} of ${choice.label}.`, ...lines],
    facts: {
      provider,
      model: choice.model,
      baseUrl,
      checked: flags.check !== false,
      keptKey: key !== undefined,
    },
  };
}

/** What settings, environment or a server on this machine lead to. */
async function foundPlace(host: Host): Promise<Place> {
  const loaded = await loadHome(host);
  const keys = await keptKeys(loaded);
  const found = await chooseModel({
    settings: loaded.settings.model,
    env: loaded.env,
    keys,
    signal: host.stopped,
  });
  const row = found.ok ? findProvider(found.provider) : undefined;
  if (!found.ok || row === undefined)
    throw notSet(
      found.ok ? "No model was found." : found.reason,
      "Name a provider with --provider, and give its key by a pipe or --api-key-env; or start a model server.",
    );
  if (row.local === true) return { row, models: [found.model] };
  return { row, baseUrl: row.id === "custom" ? found.baseUrl : undefined };
}

async function accessFor(
  host: Host,
  place: Place,
  flags: SetupFlags,
): Promise<{ readonly access: ChosenModel; readonly key: string | undefined }> {
  const loaded = await loadHome(host);
  const { model } = flags;
  const named = keyOfVariable(flags, host);
  const known = await findAccess(place, { loaded, key: named, model });
  const isMissing = known.ok ? known.apiKey === undefined && !takesNoKey(place) : known.problem === "no-key";
  const key = named ?? (isMissing ? await pipedKey(host) : undefined);
  const access = key === named ? known : await findAccess(place, { loaded, key, model });
  if (!access.ok)
    throw notSet(
      access.reason,
      access.problem === "no-key"
        ? "Pipe it in, or name the variable that holds it with --api-key-env."
        : access.hint,
    );
  return { access, key };
}

async function pipedKey(host: Host): Promise<string | undefined> {
  if (host.stdinIsTerminal || host.stdinPipe === undefined) return undefined;
  const given = (await readAll(host.stdin())).trim();
  if (given === "") return undefined;
  if (!isKey(given)) throw usageError("What was piped in is not a key: pipe in the key alone.");
  return given;
}

async function namesOf(
  host: Host,
  place: Place,
  access: ChosenModel,
): Promise<readonly string[] | undefined> {
  return await withProgress(
    host,
    `asking ${place.row.label} for its models`,
    async (signal) => await listNames(place, access, signal),
  );
}

async function check(
  host: Host,
  {
    place,
    choice,
    flags,
  }: { readonly place: Place; readonly choice: ChosenModel; readonly flags: SetupFlags },
): Promise<void> {
  const timeoutMs = trialMs(choice, flags);
  const what = `trying ${choice.model} of ${choice.label}`;
  const trial = await withProgress(
    host,
    what,
    async (signal) => await tryModel(choice, { signal, timeoutMs }),
  );
  if (trial.ok) return;
  const names = trial.kind === "model-not-found" ? await namesOf(host, place, choice) : undefined;
  const near = nearestNames(choice.model, names ?? []);
  const has = near.length === 0 ? "" : `Did you mean ${near.join(", ")}? `;
  throw notSet(trial.reason, `${trial.hint} ${has}Nothing was written; --no-check writes it all the same.`);
}

function notSet(reason: string, hint: string): HermesError {
  return new HermesError(reason, { code: "CLI_SETUP_NO_MODEL", hint });
}
