import type { AgentHooks } from "@hermes/agent-loop";

export interface RunHooksOptions {
  /** What a client adds to the prompt of a session. */
  readonly instructions: string | undefined;
  readonly maxOutputTokens: number | undefined;
}

/** What a request says of a session that is opened for it. */
export function runHooks({ instructions, maxOutputTokens }: RunHooksOptions): readonly AgentHooks[] {
  if (instructions === undefined && maxOutputTokens === undefined) return [];
  return [
    {
      name: "api",
      ...(instructions === undefined
        ? {}
        : { prompt: (system) => ({ text: `${system}\n\n${instructions}` }) }),
      ...(maxOutputTokens === undefined
        ? {}
        : {
            aroundModelRequest: ({ purpose }, next) =>
              next(purpose === "turn" ? { maxOutputTokens } : undefined),
          }),
    },
  ];
}
