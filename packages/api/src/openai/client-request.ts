import type { ToolChoice, ToolDefinition } from "@hermes/models";
import { sessionId } from "@hermes/client/contract";
import * as z from "zod";
import { refused } from "../errors/refusal.ts";

/** Fields that both of OpenAI's APIs have. `null` is as good as absent. */
export interface SharedFields {
  readonly model?: string | undefined;
  readonly stream?: boolean | null | undefined;
  readonly temperature?: number | null | undefined;
  readonly top_p?: number | null | undefined;
  readonly parallel_tool_calls?: boolean | null | undefined;
}

export const sharedFields: { readonly [Name in keyof SharedFields]-?: z.ZodType<SharedFields[Name]> } = {
  model: z.string().min(1).max(200).optional(),
  stream: z.boolean().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().gt(0).max(1).nullish(),
  parallel_tool_calls: z.boolean().nullish(),
};

/** The name under which the agent itself is listed: with the model that it uses anyway. */
export const agentModel = "hermes";

export function wantedModel(model: string | undefined): string | undefined {
  return model === agentModel ? undefined : model;
}

/** A tool of the client, in the form of either API. */
export interface FunctionFields {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly parameters?: Readonly<Record<string, unknown>> | null | undefined;
}

export const functionFields: { readonly [Name in keyof FunctionFields]-?: z.ZodType<FunctionFields[Name]> } =
  {
    name: z.string().regex(/^[\w-]{1,64}$/),
    description: z.string().max(100_000).nullish(),
    parameters: z.record(z.string(), z.unknown()).nullish(),
  };

export function toolDefinition({ name, description, parameters }: FunctionFields): ToolDefinition {
  return {
    name,
    description: description ?? "",
    parameters: { type: "object", properties: {}, ...parameters },
  };
}

/** @throws {HermesError} `API_BAD_REQUEST` for a choice that names a tool which was not sent. */
export function toolChoiceOf(
  choice: "auto" | "none" | "required" | { readonly name: string } | undefined,
  tools: readonly ToolDefinition[],
): ToolChoice | undefined {
  if (choice === undefined || typeof choice === "string") return choice;
  if (tools.every(({ name }) => name !== choice.name))
    throw refused("API_BAD_REQUEST", `There is no tool "${choice.name}" in "tools".`, {
      param: "tool_choice",
    });
  return { tool: choice.name };
}

/** The session that a header names. @throws {HermesError} `API_BAD_REQUEST` */
export function sessionHeader(request: Request): string | undefined {
  const given = request.headers.get("x-hermes-session-id");
  if (given === null) return undefined;
  const read = sessionId.safeParse(given);
  if (!read.success)
    throw refused("API_BAD_REQUEST", "X-Hermes-Session-Id is no id of a session.", {
      param: "x-hermes-session-id",
    });
  return read.data;
}

/** Without those that are absent. */
export function given<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as Fields;
}
