import type { TurnEndEvent } from "@hermes/client";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { CanvasPanel } from "../canvas/canvas-panel.tsx";
import { canvas } from "../canvas/canvas-state.ts";
import { useSessionCanvas } from "./use-session-canvas.ts";
import { waiting } from "../home/activity.ts";
import { notifyPerson } from "../home/notify-person.ts";
import { rights } from "../home/who.ts";
import { goInstead, hrefOf, route } from "../router.ts";
import { strings } from "../strings/strings.ts";
import { attempt, errorText, sayError } from "../ui/toast.tsx";
import { ApprovalCard } from "./approval-card.tsx";
import { ChatHeader } from "./chat-header.tsx";
import { ChatSession } from "./chat-session.ts";
import { ChildrenPanel } from "./children-panel.tsx";
import { Composer } from "./composer.tsx";
import { MessageList } from "./message-list.tsx";
import { QuestionCard } from "./question-card.tsx";
import { SessionContext, useSession } from "./session-context.ts";
import { TodoPanel } from "./todo-panel.tsx";
import { openApprovals, openQuestions } from "./waiting-things.ts";

/** A session, or the beginning of one. */
export function ChatPage(): JSX.Element {
  const { id, query } = route.value;
  const hit = Number(query.get("m") ?? Number.NaN) || undefined;
  const [session, setSession] = useState(() => new ChatSession());
  useEffect(() => {
    // One that has just begun here is this one already.
    if (id !== undefined && session.id.peek() === id) {
      if (hit !== undefined) session.open(id, hit).catch(sayError);
      return;
    }
    const next = new ChatSession();
    next.onBegin = (begun) => goInstead("chat", begun);
    next.onTurnEnd = (end) => tellEnd(next, end);
    setSession(next);
    if (id !== undefined) next.open(id, hit).catch(sayError);
  }, [id, hit]);
  useEffect(() => () => session.close(), [session]);
  return (
    <SessionContext.Provider value={session}>
      <Chat />
    </SessionContext.Provider>
  );
}

function tellEnd({ id, info }: ChatSession, { text }: TurnEndEvent): void {
  const title = info.peek()?.title ?? "";
  const about = { body: text.slice(0, 200), hash: hrefOf("chat", id.peek()) };
  notifyPerson(strings.shell.notifyEnded(title === "" ? strings.shell.untitled : title), about).catch(
    sayError,
  );
}

function Chat(): JSX.Element {
  const session = useSession();
  const [dropped, setDropped] = useState<readonly File[]>([]);
  const [isOver, setOver] = useState(false);
  const { problem } = session;
  const maySpeak = rights.value.has("speak");
  useTitle(session);
  useStopKey(session);
  useSessionCanvas(session);
  return (
    <div
      class={`chat${canvas.value === undefined ? "" : " with-canvas"}`}
      onDragOver={(event) => {
        if (!maySpeak || event.dataTransfer?.types.includes("Files") !== true) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (event.target === event.currentTarget) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (!maySpeak || files.length === 0) return;
        event.preventDefault();
        setDropped(files);
      }}
    >
      <div class="chat-main">
        <ChatHeader />
        {problem.value !== undefined ? (
          <p class="note error" role="alert">
            {errorText(problem.value)}
          </p>
        ) : session.id.value === undefined && session.state.value.pending.length === 0 ? (
          <Greeting />
        ) : (
          <MessageList key={session.id.value === undefined ? "new" : "open"} />
        )}
        <div class="dock">
          {openApprovals(session).map((approval) => (
            <ApprovalCard key={approval.id} approval={approval} />
          ))}
          {openQuestions(session).map((question) => (
            <QuestionCard key={question.id} question={question} />
          ))}
          <TodoPanel />
          <ChildrenPanel />
          {maySpeak ? (
            <Composer dropped={dropped} onTaken={() => setDropped([])} />
          ) : (
            <p class="note">{strings.chat.mayNotSpeak}</p>
          )}
        </div>
        <Announcer />
      </div>
      <CanvasPanel />
      {isOver && <div class="drop-veil">{strings.chat.composer.drop}</div>}
    </div>
  );
}

function Greeting(): JSX.Element {
  return (
    <div class="greeting">
      <p class="greeting-title">{strings.chat.greeting}</p>
      <p class="soft">{strings.chat.greetingHint}</p>
    </div>
  );
}

/** An answer is read out once it is whole. */
function Announcer(): JSX.Element {
  const { end } = useSession().state.value;
  const text = end?.reason === "answered" ? strings.chat.turn.announced(end.text) : "";
  return (
    <p class="unseen" role="status">
      {text}
    </p>
  );
}

function useTitle({ info }: ChatSession): void {
  const title = info.value?.title ?? strings.shell.names.chat;
  const waits = waiting.value.size;
  useEffect(() => {
    const name = strings.shell.titleOf(title === "" ? strings.shell.untitled : title);
    document.title = waits === 0 ? name : `(${waits}) ${name}`;
  }, [title, waits]);
}

/** Esc stops the turn, where nothing is open that it would close. */
function useStopKey(session: ChatSession): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented || !session.isRunning.peek()) return;
      if (document.querySelector("dialog[open]") === null)
        attempt(async () => await session.stop()).catch(sayError);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [session]);
}
