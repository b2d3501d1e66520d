import type { ModelRequest } from "../model.ts";
import type { Report } from "./wire-format.ts";

/** What a model takes of the settings of an answer, and under which names. Undefined: not at all. */
export interface SamplingNames {
  readonly temperature?: string | undefined;
  readonly topP?: string | undefined;
  readonly seed?: string | undefined;
  readonly stop?: string | undefined;
  /** A higher temperature is sent as this one. @default any */
  readonly maxTemperature?: number | undefined;
  /** Most texts at which an answer ends. @default any number */
  readonly maxStops?: number | undefined;
  /** Whether a text of white space alone is refused among them. */
  readonly visibleStops?: boolean | undefined;
  /** Whether a temperature and `topP` exclude each other. */
  readonly oneOfBoth?: boolean | undefined;
}

const whats = { temperature: "temperature", topP: "top-p", seed: "seed", stop: "stop" } as const;

type Setting = keyof typeof whats;

// As written above.
const settings = Object.keys(whats) as readonly Setting[];

/** The settings of a request as fields of its body; what the model does not take is left out and reported. */
export function samplingFields(
  request: ModelRequest,
  names: SamplingNames,
  report: Report,
): { readonly [field: string]: unknown } {
  const fields: Record<string, unknown> = {};
  for (const setting of settings) {
    const asked = request[setting];
    if (asked === undefined || (typeof asked === "object" && asked.length === 0)) continue;
    const field = names[setting];
    const value = field === undefined ? undefined : taken(setting, request, names);
    if (field !== undefined && value !== undefined) fields[field] = value;
    if (value === asked) continue;
    const sent = value === undefined ? "nothing" : "nearest";
    report({ type: "unsupported", what: whats[setting], sent, detail: JSON.stringify(asked) });
  }
  return fields;
}

/** The value itself, or what comes nearest to it of what is taken. */
function taken(setting: Setting, request: ModelRequest, names: SamplingNames): ModelRequest[Setting] {
  const { temperature, topP, seed, stop } = request;
  switch (setting) {
    case "temperature":
      return temperature === undefined ? undefined : Math.min(temperature, names.maxTemperature ?? Infinity);
    case "topP":
      return names.oneOfBoth === true && temperature !== undefined ? undefined : topP;
    case "seed":
      return seed;
    case "stop":
      return stop === undefined ? undefined : takenStops(stop, names);
  }
}

function takenStops(
  stop: readonly string[],
  { maxStops = Infinity, visibleStops = false }: SamplingNames,
): readonly string[] | undefined {
  const fine = stop.filter((text) => text !== "" && (!visibleStops || text.trim() !== "")).slice(0, maxStops);
  if (fine.length === stop.length) return stop;
  return fine.length === 0 ? undefined : fine;
}
