import { nobodyHere } from "@hermes/registry/approvals";
import { isLeaving } from "./behind-wall.ts";
import type { Decision } from "./decide.ts";

/** Said of what is refused for good. */
export const noMeans = "Do not try the same in another way; go on without it, or ask what to do.";

const inAnotherWay = "Do it in a way that needs none, or say what you would have done.";

/** Said of what asks to leave the wall where nobody agrees. */
const leavesByRule =
  "Without a person, nothing leaves the wall but by a rule, such as terminal(make deploy): allow or network.connect(db.example.com:5432): allow. Do it behind the wall, or say what you would have done.";

/** What a refused call is answered with. */
export function refusalWords(reason: string, advice: string): string {
  return `Not done. ${reason} ${advice}`;
}

/** What to do instead of what nobody could be asked about. */
export function adviceWithout({ open }: Decision, why: string): string {
  return `It needs a person's permission and ${why}. ${open.some(isLeaving) ? leavesByRule : inAnotherWay}`;
}

/**
 * The answer to a call that is refused by the order, or because nobody can be asked; undefined where it runs, or where a
 * person is asked.
 */
export function refusalOfDecision(
  decision: Decision,
  { attended }: { readonly attended: boolean },
): string | undefined {
  const { verdict, reason, advice = noMeans } = decision;
  if (verdict === "deny") return refusalWords(reason, advice);
  return verdict === "ask" && !attended
    ? refusalWords(reason, adviceWithout(decision, nobodyHere))
    : undefined;
}
