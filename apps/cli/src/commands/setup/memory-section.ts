import type { SettingChange, Settings } from "@hermes/config";
import type { Host } from "../../host.ts";
import type { Choice } from "../../prompt/question.ts";
import type { SetupDesk } from "./setup-desk.ts";
import type { SetupSection } from "./setup-section.ts";
import { loadHome, withHomeRuntime } from "./with-home-runtime.ts";

type Memory = Settings["memory"];

const kinds = ["notes", "honcho", "off"] as const;

type Kind = (typeof kinds)[number];

const labels: Readonly<Record<Kind, string>> = {
  notes: "Notes on this machine",
  honcho: "Notes on this machine, and Honcho beside them",
  off: "Nothing",
};

/** What is remembered from one session to the next. */
export function memorySection(host: Host): SetupSection {
  return {
    name: "memory",
    title: "Memory",
    state: async () => ({
      isSet: true,
      text: labels[kindOf((await loadHome(host)).settings.memory)].toLowerCase(),
    }),
    ask: askMemory,
  };
}

function kindOf({ memory_enabled, user_profile_enabled, provider }: Memory): Kind {
  if (provider.trim() === "honcho") return "honcho";
  return memory_enabled || user_profile_enabled ? "notes" : "off";
}

async function askMemory(desk: SetupDesk): Promise<boolean> {
  const { host } = desk;
  const { settings, env } = await loadHome(host);
  const before = settings.memory;
  const now = kindOf(before);
  const choices: readonly Choice[] = kinds.map((kind) => ({
    id: kind,
    label: kind === now ? `${labels[kind]} (as now)` : labels[kind],
  }));
  const answer = await desk.choose("What shall be remembered between sessions?", { choices, preset: now });
  const kind = kinds.find((each) => answer?.type === "choice" && each === answer.id);
  if (kind === undefined) return false;
  const honcho = kind === "honcho" ? await askHoncho(desk, before, env["HONCHO_API_KEY"]) : {};
  if (honcho === undefined) return false;
  const changes = changesTo(kind, before, honcho.baseUrl);
  if (changes.length === 0 && honcho.key === undefined) return false;
  await withHomeRuntime(host, async ({ settings: home }) => {
    // The key first: settings that name Honcho are of no use without it.
    if (honcho.key !== undefined) await home.changeVariables({ HONCHO_API_KEY: honcho.key });
    if (changes.length > 0) await home.change(changes);
  });
  return true;
}

function changesTo(kind: Kind, before: Memory, baseUrl: string | undefined): readonly SettingChange[] {
  if (kind === kindOf(before) && baseUrl === undefined) return [];
  const isOn = kind !== "off";
  return [
    { path: ["memory", "memory_enabled"], value: isOn },
    { path: ["memory", "user_profile_enabled"], value: isOn },
    { path: ["memory", "provider"], value: kind === "honcho" ? "honcho" : "none" },
    ...(baseUrl === undefined ? [] : [{ path: ["memory", "honcho", "base_url"], value: baseUrl }]),
  ];
}

interface HonchoAnswers {
  readonly key?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/** @returns undefined: the person passes over it. */
async function askHoncho(
  desk: SetupDesk,
  { honcho }: Memory,
  known: string | undefined,
): Promise<HonchoAnswers | undefined> {
  const place = honcho.base_url ?? "Honcho's own service";
  const given = await desk.askLine(`The base URL of your Honcho. Empty: ${place}`);
  if (given === undefined) return undefined;
  if (given !== "" && URL.parse(given) === null) {
    desk.say(`"${given}" is not a base URL. One looks like https://host.`);
    return undefined;
  }
  const empty =
    known === undefined ? "none, such as for a server of your own" : "the one of HONCHO_API_KEY stays";
  const key = await desk.askSecret(`The key of Honcho. Empty: ${empty}`);
  if (key === undefined) return undefined;
  return { key: key === "" ? undefined : key, baseUrl: given === "" ? undefined : given };
}
