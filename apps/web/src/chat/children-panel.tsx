import type { JSX } from "preact";
import { client } from "../home/client.ts";
import { useCall } from "../home/use-call.ts";
import { waiting } from "../home/activity.ts";
import { hrefOf } from "../router.ts";
import { strings } from "../strings/strings.ts";
import { Badge } from "../ui/badge.tsx";
import { Fold } from "./fold.tsx";
import { useSession } from "./session-context.ts";

const texts = strings.chat.children;
const runningMs = 2_000;

/** The sessions that work for this one. */
export function ChildrenPanel(): JSX.Element | null {
  const session = useSession();
  const id = session.id.value;
  const isRunning = session.isRunning.value;
  const loaded = useCall(
    async (signal) =>
      id === undefined ? { items: [] } : await client.listChildren({ params: { id }, signal }),
    [id, session.turns.value],
    { everyMs: isRunning ? runningMs : undefined },
  );
  const children = loaded.data?.items ?? [];
  if (children.length === 0) return null;
  const running = children.filter(({ state }) => state === "running").length;
  return (
    <Fold
      id="children"
      class="dock-panel"
      summary={`${texts.title}: ${texts.summary(children.length, running)}`}
    >
      {() => (
        <ul class="tasks" aria-label={texts.title}>
          {children.map((child) => (
            <li key={child.id}>
              <Badge kind={child.state === "running" ? "good" : "plain"}>
                {waiting.value.has(child.id) ? texts.waits : child.state}
              </Badge>
              <a href={hrefOf("chat", child.id)}>{child.task}</a>
            </li>
          ))}
        </ul>
      )}
    </Fold>
  );
}
