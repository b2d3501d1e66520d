import { RequestError } from "@agentclientprotocol/sdk";
import { reasoningEfforts } from "@hermes/models";
import type { ReasoningEffort } from "@hermes/models";
import { configIds, effortOf, modelOf } from "../render/v1/session-choices.ts";
import type { Conversation } from "./conversation.ts";

/** @throws {RequestError} where there is no such mode. */
export async function setMode({ id, ports }: Conversation, name: string): Promise<void> {
  const set = await ports.modes?.set(id, name);
  if (set === undefined) throw RequestError.invalidParams({ modeId: name }, `There is no mode "${name}".`);
}

/** @throws {RequestError} where there is no such option or value; what choosing a model throws. */
export async function setOption(
  conversation: Conversation,
  { option, value }: { readonly option: string; readonly value: unknown },
): Promise<void> {
  const { id, ports } = conversation;
  const refuse = (): never => {
    throw RequestError.invalidParams(
      { configId: option, value },
      `"${String(value)}" is no value of "${option}".`,
    );
  };
  if (typeof value !== "string") return refuse();
  switch (option) {
    case configIds.mode:
      return await setMode(conversation, value);
    case configIds.model: {
      const named = modelOf(value) ?? refuse();
      await ports.models?.choose(id, named.model, { provider: named.provider, keep: false });
      return;
    }
    case configIds.effort: {
      const effort = effortOf(value);
      if (effort !== undefined && !isEffort(effort)) return refuse();
      await ports.models?.setEffort(id, effort);
      return;
    }
    default:
      return refuse();
  }
}

function isEffort(name: string): name is ReasoningEffort {
  return reasoningEfforts.some((effort) => effort === name);
}
