import { toolError } from "@hermes/registry";
import type { ToolContext, ToolError, UntrustedValue } from "@hermes/registry";
import type { BrowserSession } from "../session/browser-session.ts";
import { explainError } from "../session/explain-error.ts";
import type { BrowserToolsOptions } from "../tools/browser-tools-options.ts";
import { fromPage } from "./from-page.ts";

/** Does the work of a call: alone in its session, with every failure as one sentence. */
export async function inSession<Value>(
  { browsers }: BrowserToolsOptions,
  context: ToolContext,
  work: (session: BrowserSession) => Promise<Value>,
): Promise<Value | UntrustedValue<ToolError> | ToolError> {
  const session = await browsers.session(context.taskId);
  const { signal } = context;
  try {
    return await session.run(signal, async () => {
      await session.refusal(signal);
      const [done] = await Promise.allSettled([work(session)]);
      // What a page got from where it may not go is seen by nobody. It was emptied, perhaps while it was being read: this is why.
      const refusal = await session.refusal(signal);
      if (refusal !== undefined)
        return toolError(refusal, { hint: "The page was closed. Open another one." });
      if (done.status === "rejected") throw done.reason;
      return done.value;
    });
  } catch (error) {
    context.signal.throwIfAborted();
    const { message, hint } = explainError(error, session.currentTab()?.page.url());
    const notes = session.takeNotes();
    const failure = toolError([message, ...notes].join(" "), { hint });
    return fromPage(session, failure);
  }
}
