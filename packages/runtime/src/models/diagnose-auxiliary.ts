import type { ChosenModel } from "@hermes/models";
import type { Diagnosis } from "../runtime.ts";
import {
  type AuxiliaryParts,
  auxiliaryTasks,
  auxiliaryTimeoutMs,
  chooseAuxiliaryChain,
} from "./auxiliary-model.ts";

/** Which task has which model, and what stands in for it. Asks no provider. */
export async function diagnoseAuxiliary(parts: AuxiliaryParts): Promise<readonly Diagnosis[]> {
  const { auxiliary } = parts.options.loaded.settings;
  const tasks = [...new Set([...auxiliaryTasks, ...Object.keys(auxiliary)])];
  const all = await Promise.all(
    tasks.map(async (task) => ({ task, choices: await chooseAuxiliaryChain(task, parts) })),
  );
  const lines = all.flatMap(({ task, choices }) => {
    const models = choices.filter((choice) => choice.ok);
    if (models.length === 0) return [];
    return [`${task}: ${models.map(lineOf).join(", then ")} (${auxiliaryTimeoutMs(task, parts) / 1_000} s)`];
  });
  const idle = all.flatMap(({ task, choices }) => (choices.length === 0 ? [task] : []));
  const isTold = (task: string): boolean => task === "compression" && auxiliary[task]?.provider !== "none";
  const without = idle.filter((task) => !isTold(task));
  if (without.length > 0) lines.push(`without a model: ${without.join(", ")}`);
  if (idle.some(isTold)) lines.push("of the conversation: compression");
  const refused = all.flatMap(({ task, choices }) =>
    choices.flatMap((choice) => (choice.ok ? [] : [{ task, ...choice }])),
  );
  return [
    { name: "auxiliary models", status: "ok", message: lines.join("; ") },
    ...refused.map(
      ({ task, reason, hint }) =>
        ({ name: "auxiliary models", status: "warning", message: `${task}: ${reason}`, hint }) as const,
    ),
  ];
}

function lineOf({ model, baseUrl, apiKey, keySource }: ChosenModel): string {
  const key = apiKey === undefined ? "no key" : `key: ${keySource}`;
  return `${model} at ${URL.parse(baseUrl)?.origin ?? baseUrl}, ${key}`;
}
