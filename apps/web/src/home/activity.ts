import { ApiError } from "@hermes/client";
import type { ApprovalInfo, QuestionInfo } from "@hermes/client";
import { computed, signal } from "@preact/signals";
import { hrefOf } from "../router.ts";
import { strings } from "../strings/strings.ts";
import { sayError } from "../ui/toast.tsx";
import { client } from "./client.ts";
import { notifyPerson } from "./notify-person.ts";
import { askWho, who } from "./who.ts";

/** What goes on in the home, as it was last heard. */
export interface Activity {
  readonly running: ReadonlySet<string>;
  readonly approvals: readonly ApprovalInfo[];
  readonly questions: readonly QuestionInfo[];
}

export const activity = signal<Activity>({ running: new Set(), approvals: [], questions: [] });
/** Whether the home answers. */
export const isOnline = signal(true);
/** Changes with each turn that begins or ends: lists of sessions are asked for again. */
export const turns = signal(0);
/** Sessions in which something waits for the person. */
export const waiting = computed<ReadonlySet<string>>(
  () => new Set([...activity.value.approvals, ...activity.value.questions].map(({ sessionId }) => sessionId)),
);

const seenMs = 3_000;
const hiddenMs = 15_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks now and then, more seldom while nobody looks. */
export function startActivity(): void {
  document.addEventListener("visibilitychange", refreshActivity);
  addEventListener("online", refreshActivity);
  refreshActivity();
}

/** Asks now. */
export function refreshActivity(): void {
  clearTimeout(timer);
  const again = (): void => {
    clearTimeout(timer);
    timer = setTimeout(refreshActivity, document.hidden ? hiddenMs : seenMs);
  };
  // What has failed otherwise is asked again too.
  ask().then(again, again);
}

async function ask(): Promise<void> {
  if (who.value.state !== "in") {
    await askWho();
    isOnline.value = who.value.state !== "offline";
    return;
  }
  try {
    const [runs, approvals, questions] = await Promise.all([
      client.listRuns(),
      client.listApprovals({ query: { status: "open" } }),
      client.listQuestions(),
    ]);
    const running = new Set(runs.items.map(({ sessionId }) => sessionId));
    const before = activity.value;
    activity.value = { running, approvals: approvals.items, questions: questions.items };
    if (!isSame(before.running, running)) turns.value++;
    tellWaiting(before);
    isOnline.value = true;
  } catch (error) {
    const isOut = error instanceof ApiError && error.status === 401;
    if (isOut) who.value = { state: "out" };
    else if (error instanceof ApiError && error.status === 0) isOnline.value = false;
  }
}

/** Tells of what waits since the last look, in whatever session. */
function tellWaiting(before: Activity): void {
  const known = new Set([...before.approvals, ...before.questions].map(({ id }) => id));
  const { approvals, questions } = activity.value;
  const asked = [
    ...approvals.map(({ id, sessionId, summary }) => ({ id, sessionId, body: summary })),
    ...questions.map(({ id, sessionId, question }) => ({ id, sessionId, body: question })),
  ];
  for (const { id, sessionId, body } of asked)
    if (!known.has(id))
      notifyPerson(strings.shell.notifyWaiting, { body, hash: hrefOf("chat", sessionId) }).catch(sayError);
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each));
}
