import type { CallWall } from "./call-wall.ts";
import type { Provenance } from "./provenance.ts";
import type { Tool, ToolContext, ToolFinding } from "./tool.ts";

/** One call on its way to a tool: arguments are coerced and validated. */
export interface GuardedCall {
  readonly tool: Tool;
  readonly args: unknown;
}

export type Verdict =
  | {
      readonly allow: true;
      /**
       * The call is done already, on a copy that was made real; this is what the tool would have returned. The guard
       * awaits `context.onStart` before it makes it real.
       */
      readonly result?: object | undefined;
      /** Sources of what the result will hold: a host that the command fetches from, a file that came from elsewhere. */
      readonly provenance?: readonly Provenance[] | undefined;
      /** What holds the processes of the call; handed on in its context. Absent: what the backend does by itself. */
      readonly wall?: CallWall | undefined;
    }
  | {
      readonly allow: false;
      /** Why, in words that help the model to choose another way. */
      readonly reason: string;
      /**
       * Id of the approval that the call waits for: it is no refusal, and the call is dispatched again once that is
       * answered. Only where `context.waits` is given.
       */
      readonly awaiting?: string | undefined;
      /** It is refused for no more than that nothing is changed while work is planned. */
      readonly planned?: true | undefined;
    };

/**
 * Decides whether a call may run; asks through `context.approve` where it must ask.
 * Sits inside `dispatch`, so that no entry point can bypass it. A thrown error refuses the call.
 */
export type Guard = (call: GuardedCall, context: ToolContext) => Verdict | Promise<Verdict>;

/**
 * Lets every call through that its tool has nothing against: for programs that register nothing but their own tools. It
 * asks nobody, so that what a tool would have asked is refused.
 */
export const allowAll: Guard = ({ tool, args }, context) =>
  tool.findings === undefined ? { allow: true } : unlessFound(tool.findings(args, context));

async function unlessFound(findings: Promise<readonly ToolFinding[]>): Promise<Verdict> {
  const [first] = await findings;
  if (first === undefined) return { allow: true };
  return { allow: false, reason: ["Not done.", first.reason, first.advice ?? ""].join(" ").trim() };
}
