import type { Approver } from "@hermes/registry";
import { HermesError } from "@hermes/registry";
import { lazy } from "../lazy.ts";
import type { NamedModel } from "../models/chosen-model.ts";
import { approverOf } from "../permissions/approver-of.ts";
import type { ChildParts, RuntimeParts } from "../runtime-parts.ts";
import { plainLine } from "../prompt/plain-line.ts";
import type { OpenSessionOptions } from "../session/session-options.ts";

/**
 * What is chosen for a child: its model and its limits. Everything else it has from its parent, so that it can do no more.
 *
 * @throws {HermesError} `RUNTIME_CHILD_CHOICE` for a choice that is the parent's.
 */
export function choicesOfChild(choice: OpenSessionOptions, child: ChildParts): OpenSessionOptions {
  const {
    parent: _parent,
    resume,
    takeOver,
    hooks,
    model,
    provider,
    baseUrl,
    maxTurns,
    effort,
    ...others
  } = choice;
  const [refused] = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (refused !== undefined)
    throw new HermesError(`A child session can't choose its own "${refused}": it has that of its parent.`, {
      code: "RUNTIME_CHILD_CHOICE",
      hint: "Leave it out, or open a session without `parent`.",
    });
  const { session, parts } = child.of;
  const named = model ?? child.parent.role?.model;
  const asked = named ?? (provider === undefined && baseUrl === undefined ? session.model : undefined);
  return {
    ...{ resume, takeOver, hooks, provider, baseUrl, maxTurns },
    model: asked,
    effort: effort ?? session.effort,
    origin: parts.origin,
    clarifier: null,
    approver: throughParent(child) ?? null,
  };
}

/** A role may be written for another home: where its model can't be had, the child asks that of its parent. */
export function modelsOfChild(
  chosen: Pick<RuntimeParts, "modelChoice" | "models">,
  { model }: OpenSessionOptions,
  { parent: { role }, of }: ChildParts,
  warn: (message: string) => void,
): Pick<RuntimeParts, "modelChoice" | "models"> {
  if (role?.model === undefined || model !== undefined) return chosen;
  const models = lazy(async (): Promise<readonly [NamedModel, ...NamedModel[]]> => {
    try {
      return await chosen.models();
    } catch (error) {
      if (!HermesError.is(error)) throw error;
      warn(
        `The role "${role.name}" asks for the model "${role.model}", which can't be used: ${error.message} It works with that of its parent.`,
      );
      const { model: ofParent } = of.session;
      return [{ model: ofParent, name: ofParent.id }];
    }
  });
  return { ...chosen, models };
}

/** Whether a role of the home gives it the person's notes or learnings. */
export function remembers({ parent: { role }, of }: ChildParts): boolean {
  return (
    role?.source === "home" && role.tools?.some((name) => of.tools.get(name)?.toolset === "memory") === true
  );
}

/** Whoever answers for the parent is asked, and told who asks. */
function throughParent({ parent, of }: ChildParts): Approver | undefined {
  const ask = approverOf(of.parts);
  if (ask === undefined) return undefined;
  const name = parent.label ?? parent.role?.name;
  const who = name === undefined ? "A child agent" : `The child agent ${plainLine(name)}`;
  return async (request, options) =>
    await ask({ ...request, reason: `${who} asks: ${request.reason}` }, options);
}
