import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { client } from "../home/client.ts";
import { rights } from "../home/who.ts";
import { hrefOf } from "../router.ts";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { attempt, sayError } from "../ui/toast.tsx";
import { ContextMeter } from "./context-meter.tsx";
import { CostOfSession } from "./cost-of-session.tsx";
import { ModelChoice } from "./model-choice.tsx";
import { SessionMenu } from "./session-menu.tsx";
import { useSession } from "./session-context.ts";

const texts = strings.chat.header;

/** What the session is called, who answers, and what it has used. */
export function ChatHeader(): JSX.Element {
  const session = useSession();
  const info = session.info.value;
  return (
    <header class="chat-head">
      {info?.parentId !== undefined && (
        <a
          class="button round"
          href={hrefOf("chat", info.parentId)}
          aria-label={texts.parent}
          title={texts.parent}
        >
          <Icon name="back" />
        </a>
      )}
      <Title />
      <div class="chat-facts">
        <ModelChoice />
        {session.id.value !== undefined && (
          <>
            <ContextMeter />
            <CostOfSession />
            <SessionMenu />
          </>
        )}
      </div>
    </header>
  );
}

function Title(): JSX.Element {
  const session = useSession();
  const info = session.info.value;
  const [typed, setTyped] = useState<string>();
  const title =
    info === undefined ? strings.shell.newChat : info.title === "" ? strings.shell.untitled : info.title;
  const save = async (): Promise<void> => {
    const name = typed?.trim() ?? "";
    setTyped(undefined);
    if (info === undefined || name === "" || name === info.title) return;
    await attempt(async () => {
      session.info.value = await client.renameSession({ params: { id: info.id }, body: { title: name } });
      session.turns.value++;
    });
  };
  if (typed !== undefined)
    return (
      <form
        class="chat-title"
        onSubmit={(event) => {
          event.preventDefault();
          save().catch(sayError);
        }}
      >
        <input
          aria-label={texts.renameLabel}
          maxLength={100}
          // Whoever asks for it types.
          autofocus
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            setTyped(undefined);
          }}
        />
        <Button type="submit">{texts.save}</Button>
      </form>
    );
  return (
    <div class="chat-title">
      <h1>{title}</h1>
      {info !== undefined && rights.value.has("speak") && (
        <Button icon="edit" label={texts.rename} onClick={() => setTyped(info.title)} />
      )}
    </div>
  );
}
