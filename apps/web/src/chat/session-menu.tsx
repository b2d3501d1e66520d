import type { ExportFormat } from "@hermes/client";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { client } from "../home/client.ts";
import { saveFile } from "../home/save-file.ts";
import { rights } from "../home/who.ts";
import { go } from "../router.ts";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { confirm } from "../ui/confirm.tsx";
import { Icon } from "../ui/icon.tsx";
import { attempt, sayError } from "../ui/toast.tsx";
import { branch } from "./branches.ts";
import { useSession } from "./session-context.ts";
import { copyText } from "../ui/copy-text.ts";

const texts = strings.chat.header;

/** What can be done with the session as a whole. */
export function SessionMenu(): JSX.Element {
  const session = useSession();
  const menu = useRef<HTMLDetailsElement>(null);
  const id = session.id.value ?? "";
  const act = (work: () => Promise<unknown>, done?: string) => (): void => {
    if (menu.current !== null) menu.current.open = false;
    attempt(work, done).catch(sayError);
  };
  const save = async (format: ExportFormat): Promise<void> => {
    const { text } = await client.exportSession({ params: { id }, query: { format } });
    const [ending, type] = format === "json" ? ["json", "application/json"] : ["md", "text/markdown"];
    saveFile(`${id}.${ending}`, text, type);
  };
  const remove = async (): Promise<void> => {
    if (!(await confirm({ title: texts.deleteTitle, text: texts.deleteText, action: texts.delete }))) return;
    await attempt(async () => {
      await client.deleteSession({ params: { id } });
      go("chat");
    }, texts.deleted);
  };
  const mayChange = rights.value.has("speak");
  return (
    <details
      class="menu"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || menu.current === null) return;
        menu.current.open = false;
        menu.current.querySelector("summary")?.focus();
        event.stopPropagation();
      }}
    >
      <summary class="button round" aria-label={texts.menu} title={texts.menu}>
        <Icon name="more" />
      </summary>
      <div class="menu-list">
        {mayChange && (
          <Button onClick={act(async () => await branch(session, undefined))}>{texts.branch}</Button>
        )}
        <Button onClick={act(async () => await save("markdown"))}>{texts.exportMarkdown}</Button>
        <Button onClick={act(async () => await save("json"))}>{texts.exportJson}</Button>
        <Button onClick={act(async () => await copyText(location.href))}>{texts.copyLink}</Button>
        {mayChange && (
          <Button kind="danger" onClick={act(remove)}>
            {texts.delete}
          </Button>
        )}
      </div>
    </details>
  );
}
