import { RequestError } from "@agentclientprotocol/sdk";
import { HermesError } from "@hermes/registry";

/** The protocol has no code for it: what editors say is what there is. */
const refusal = /\b(?:denied|refused|rejected|declined)\b/i;

/**
 * Undefined where the editor can't do what it is asked for.
 *
 * @param what In the words of a sentence, such as `read /a/b.txt`.
 * @throws {HermesError} `ACP_REFUSED` where the person said no in the editor.
 */
export async function unlessRefused<Answer>(
  asked: Promise<Answer>,
  what: string,
): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    const said = wordsOf(error);
    if (!refusal.test(said)) return undefined;
    throw new HermesError(`The editor did not let Hermes ${what}: ${said.replace(/\.$/, "")}.`, {
      code: "ACP_REFUSED",
      hint: "Do not try the same in another way; go on without it, or ask what to do.",
      cause: error,
    });
  }
}

/** Many editors put what happened into the details of an "Internal error". */
function wordsOf(error: unknown): string {
  if (!(error instanceof RequestError)) return error instanceof Error ? error.message : String(error);
  const { data, message } = error;
  const isDetailed = typeof data === "object" && data !== null && "details" in data;
  return isDetailed && typeof data.details === "string" ? data.details : message;
}
