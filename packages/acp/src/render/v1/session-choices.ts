import type { SessionConfigOption, SessionModeState } from "@agentclientprotocol/sdk";
import type { ControllerPorts, ModelInUse } from "@hermes/agent-loop/controller";

/** What can be chosen for a session, and what is. */
export interface SessionChoices {
  readonly modes?: SessionModeState;
  readonly configOptions: SessionConfigOption[];
}

export interface NamedModel {
  readonly provider: string;
  readonly model: string;
}

export const configIds = { mode: "mode", model: "model", effort: "effort" } as const;

/** The effort that the provider takes where nobody says otherwise. */
const ownEffort = "default";

export async function sessionChoices(ports: ControllerPorts, sessionId: string): Promise<SessionChoices> {
  const [modes, models] = await Promise.all([modeState(ports, sessionId), modelOptions(ports, sessionId)]);
  return {
    ...(modes === undefined ? {} : { modes }),
    configOptions: [...(modes === undefined ? [] : [modeOption(modes)]), ...models],
  };
}

async function modeState(
  { modes }: ControllerPorts,
  sessionId: string,
): Promise<SessionModeState | undefined> {
  if (modes === undefined) return undefined;
  const [list, currentModeId] = await Promise.all([modes.list(), modes.current(sessionId)]);
  return {
    currentModeId,
    availableModes: list.map(({ name, summary }) => ({ id: name, name, description: summary })),
  };
}

/** The same as the modes: editors that know options leave the modes out. */
function modeOption({ currentModeId, availableModes }: SessionModeState): SessionConfigOption {
  return {
    type: "select",
    id: configIds.mode,
    name: "Mode",
    category: "mode",
    currentValue: currentModeId,
    options: availableModes.map(({ id, name, description = null }) => ({ value: id, name, description })),
  };
}

async function modelOptions(
  { models }: ControllerPorts,
  sessionId: string,
): Promise<readonly SessionConfigOption[]> {
  if (models === undefined) return [];
  const [used, list] = await Promise.all([models.current(sessionId), models.list()]);
  const own = list.find((each) => isSame(each, used)) ?? used;
  const known = new Map([own, ...list].map((each) => [modelValue(each), each]));
  const model: SessionConfigOption = {
    type: "select",
    id: configIds.model,
    name: "Model",
    category: "model",
    currentValue: modelValue(own),
    options: [...known].map(([value, each]) => ({ value, name: each.model, description: each.provider })),
  };
  return [model, ...effortOptions(used)];
}

function effortOptions({ effort, efforts = [] }: ModelInUse): readonly SessionConfigOption[] {
  if (efforts.length === 0) return [];
  const values = [ownEffort, ...new Set([...efforts, ...(effort === undefined ? [] : [effort])])];
  return [
    {
      type: "select",
      id: configIds.effort,
      name: "Thinking",
      category: "thought_level",
      currentValue: effort ?? ownEffort,
      options: values.map((value) => ({ value, name: value })),
    },
  ];
}

/** A model in use may name its server behind its provider: `custom (127.0.0.1:8080)`. */
function isSame(listed: NamedModel, used: NamedModel): boolean {
  const isOfProvider = listed.provider === used.provider || used.provider.startsWith(`${listed.provider} (`);
  return listed.model === used.model && isOfProvider;
}

function modelValue({ provider, model }: NamedModel): string {
  return `${provider}/${model}`;
}

/** `openrouter/anthropic/claude` is `anthropic/claude` of `openrouter`. Undefined: it names no provider. */
export function modelOf(value: string): NamedModel | undefined {
  const at = value.indexOf("/");
  return at < 1 ? undefined : { provider: value.slice(0, at), model: value.slice(at + 1) };
}

/** Undefined: as the provider has it. */
export function effortOf(value: string): string | undefined {
  return value === ownEffort ? undefined : value;
}
