import { domainOf, entityIdPattern } from "./entity-state.ts";

/** What the model asks for. */
export interface RequestedCall {
  readonly domain: string;
  readonly service: string;
  readonly entity_id?: string | readonly string[] | undefined;
  readonly data?: string | Readonly<Record<string, unknown>> | undefined;
}

/** A call in the form in which it is judged and sent. */
export interface ServiceCall {
  readonly domain: string;
  readonly service: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Whether all that it touches are devices of every day; else it may unlock, open, or start what can't be seen. */
  readonly isEveryday: boolean;
}

export type ReadCall =
  | { readonly ok: true; readonly call: ServiceCall }
  | { readonly ok: false; readonly problem: string; readonly isBlocked: boolean };

/** Services of these run code or commands on the machine of Home Assistant, or reach into its network. */
export const blockedDomains: readonly string[] = [
  ...["shell_command", "command_line", "python_script", "pyscript", "hassio", "rest_command"],
];

// What is not listed here is asked about on its own: a new kind of device is not taken for a lamp.
const everyday: ReadonlySet<string> = new Set([
  ...["light", "switch", "fan", "climate", "humidifier", "media_player", "vacuum", "water_heater"],
  ...["input_boolean", "input_number", "input_select", "number", "select", "remote", "timer", "counter"],
]);

const switching: ReadonlySet<string> = new Set(["turn_on", "turn_off", "toggle"]);

/** Reads a call; refuses what is blocked, however it is written. */
export function readServiceCall(requested: RequestedCall): ReadCall {
  const [domain, service] = [plain(requested.domain), plain(requested.service)];
  // Also `service: "shell_command.reboot"`, and a name with characters between that are not seen.
  const words = [domain, service].flatMap((text) => [
    text,
    domainOf(text),
    text.replaceAll(/[^a-z0-9_]/g, ""),
  ]);
  const blocked = words.find((word) => blockedDomains.includes(word));
  if (blocked !== undefined) return refused(blocked);
  const data = dataOf(requested.data);
  if (data === undefined) return wrong(`data must be an object, or the JSON text of one.`);
  const given = requested.entity_id === undefined ? [] : [requested.entity_id].flat();
  const named = [...textsIn(data), ...given].flatMap((text) => text.split(",")).map(plain);
  const reached = named.map(domainOf).find((each) => blockedDomains.includes(each));
  if (reached !== undefined) return refused(reached);
  for (const [what, text] of [
    ["domain", domain],
    ["service", service],
  ] as const)
    if (!/^[a-z0-9_]+$/.test(text))
      return wrong(
        `The ${what} ${JSON.stringify(text.slice(0, 80))} is none: it has letters, digits and _ alone.`,
      );
  const entities = given.flatMap((text) => text.split(",")).map(plain);
  const odd = entities.find((id) => id !== "all" && !entityIdPattern.test(id));
  if (odd !== undefined)
    return wrong(`${JSON.stringify(odd.slice(0, 80))} is no entity id such as light.kitchen.`);
  if (entities.length > 0 && "entity_id" in data) return wrong("Give entity_id once: beside data, or in it.");
  const [only] = entities;
  const ids = entities.length === 1 ? only : entities;
  const call = { domain, service, data: { ...data, ...(entities.length > 0 && { entity_id: ids }) } };
  return { ok: true, call: { ...call, isEveryday: isEveryday(domain, service, named) } };
}

function isEveryday(domain: string, service: string, named: readonly string[]): boolean {
  const ids = named.filter((text) => entityIdPattern.test(text));
  if (!ids.every((id) => everyday.has(domainOf(id)))) return false;
  if (everyday.has(domain)) return true;
  // Of areas, devices and groups it is not known what they hold.
  return (
    domain === "homeassistant" && switching.has(service) && ids.length > 0 && ids.length === named.length
  );
}

function dataOf(data: RequestedCall["data"]): Readonly<Record<string, unknown>> | undefined {
  if (typeof data !== "string") return data ?? {};
  if (data.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Every text of the values and the names in it, at any depth. */
function textsIn(data: unknown): readonly string[] {
  const texts: string[] = [];
  const rest: unknown[] = [data];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === "string") texts.push(next);
    else if (Array.isArray(next)) rest.push(...(next as readonly unknown[]));
    else if (typeof next === "object" && next !== null)
      for (const [name, value] of Object.entries(next)) {
        if (name.includes(".")) texts.push(name);
        rest.push(value);
      }
  }
  return texts;
}

/** Home Assistant itself takes names in capitals, with blanks around; full-width letters are ones of no name. */
function plain(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[\p{Cf}\p{Cc}\s]/gu, "")
    .toLowerCase();
}

function refused(domain: string): ReadCall {
  const problem = `Services of ${domain} are never called: they run code or commands where Home Assistant runs.`;
  return { ok: false, problem, isBlocked: true };
}

function wrong(problem: string): ReadCall {
  return { ok: false, problem, isBlocked: false };
}
