import type { LoadedSettings } from "@hermes/config";
import { findProvider, normaliseBaseUrl, providers, type ProviderRow } from "@hermes/models";
import type { Choice } from "../../prompt/question.ts";
import { findAccess, type Place } from "./find-access.ts";
import { findLocalServers, type LocalPlace } from "./find-local-servers.ts";
import type { SetupDesk } from "./setup-desk.ts";

const first = ["openrouter", "anthropic", "openai", "gemini"];

/**
 * Where the person wants to have models.
 *
 * @param now The model that is chosen, as words; it may stay.
 * @returns undefined: all stays as it is.
 */
export async function choosePlace(
  desk: SetupDesk,
  { loaded, now }: { readonly loaded: LoadedSettings; readonly now: string | undefined },
): Promise<Place | undefined> {
  const [local, hosted] = await Promise.all([
    findLocalServers(loaded.env, desk.host.stopped),
    Promise.all(rowsOf(first).map(async (row) => await hostedChoice(row, loaded))),
  ]);
  const choices: readonly Choice[] = [
    ...(now === undefined ? [] : [{ id: "keep", label: `Keep ${now}` }]),
    ...local.map(localChoice),
    ...hosted,
    { id: "other", label: "Another provider" },
    { id: "address", label: "The address of an OpenAI-compatible server" },
    ...(now === undefined ? [{ id: "skip", label: "Skip this step" }] : []),
  ];
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one question after another
    const answer = await desk.choose("Where do you have a model?", { choices });
    if (answer?.type !== "choice" || answer.id === "keep" || answer.id === "skip") return undefined;
    const server = local.find(({ row }) => `local ${row.id}` === answer.id);
    if (server !== undefined) return server;
    // oxlint-disable-next-line no-await-in-loop
    const place = await placeOf(answer.id, desk, loaded);
    if (place !== undefined) return place;
  }
}

function localChoice({ row, models, address }: LocalPlace): Choice {
  const has = models.length === 0 ? "no model yet" : models.slice(0, 3).join(", ");
  return { id: `local ${row.id}`, label: `${row.label} on this machine`, detail: `${address}: ${has}` };
}

async function hostedChoice(row: ProviderRow, loaded: LoadedSettings): Promise<Choice> {
  const access = await findAccess({ row }, { loaded });
  const detail = access.ok && access.apiKey !== undefined ? `key: ${access.keySource}` : undefined;
  return { id: row.id, label: row.label, detail };
}

async function placeOf(id: string, desk: SetupDesk, loaded: LoadedSettings): Promise<Place | undefined> {
  if (id === "address") return await askAddress(desk, findProvider("custom"));
  const row = id === "other" ? await chooseOther(desk, loaded) : findProvider(id);
  if (row === undefined) return undefined;
  const access = await findAccess({ row }, { loaded });
  if (!access.ok && access.problem === "no-address") return await askAddress(desk, row);
  return { row };
}

async function chooseOther(desk: SetupDesk, loaded: LoadedSettings): Promise<ProviderRow | undefined> {
  const others = providers.filter(({ id }) => ![...first, "custom", "local"].includes(id));
  const choices = await Promise.all(
    others.map(async (row) => {
      const choice = await hostedChoice(row, loaded);
      const isTwin =
        others.some(({ id, label }) => id !== row.id && label === row.label) || row.id.startsWith("openai");
      return { ...choice, label: isTwin ? `${row.label} (${row.id})` : row.label };
    }),
  );
  const answer = await desk.choose("Which provider?", { choices });
  return answer?.type === "choice" ? findProvider(answer.id) : undefined;
}

async function askAddress(desk: SetupDesk, row: ProviderRow | undefined): Promise<Place | undefined> {
  if (row === undefined) return undefined;
  const example = row.baseUrlExample ?? "https://host/v1";
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- asked again after one that is none
    const given = await desk.askLine(`Its base URL, such as ${example}`);
    if (given === undefined || given === "") return undefined;
    const baseUrl = normaliseBaseUrl(given, row.protocol);
    if (baseUrl !== undefined) return { row, baseUrl };
    desk.say(`"${given}" is not a base URL. One looks like ${example}.`);
  }
}

function rowsOf(ids: readonly string[]): readonly ProviderRow[] {
  return ids.flatMap((id) => findProvider(id) ?? []);
}
