import type { JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { client } from "../home/client.ts";
import { useCall } from "../home/use-call.ts";
import { whileTyping } from "../home/while-typing.ts";
import { strings } from "../strings/strings.ts";
import { Dialog } from "../ui/dialog.tsx";
import { commandsFor } from "./commands.ts";
import type { Command } from "./commands.ts";
import { areKeysShown, isPaletteOpen } from "./palette-state.ts";

/** Everything that can be done, by a few letters of it. */
export function CommandPalette(): JSX.Element {
  return (
    <>
      {isPaletteOpen.value && <Palette />}
      {areKeysShown.value && <Keys />}
    </>
  );
}

function Palette(): JSX.Element {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const words = typed.trim();
  const sessions = useCall(
    async (signal) =>
      words === ""
        ? { items: [] }
        : await client.searchSessions({ query: { q: whileTyping(words), limit: 8 }, signal }),
    [words],
  );
  const commands = commandsFor(words, sessions.data?.items ?? []);
  const at = Math.min(chosen, commands.length - 1);
  const close = (): void => {
    isPaletteOpen.value = false;
  };
  const run = (command: Command | undefined): void => {
    close();
    command?.run();
  };
  useEffect(() => setChosen(0), [words]);
  useEffect(
    () => list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }),
    [at],
  );
  return (
    <Dialog title={strings.shell.palette} onClose={close}>
      <input
        class="palette-input"
        type="text"
        role="combobox"
        aria-label={strings.shell.paletteHint}
        placeholder={strings.shell.paletteHint}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        autocomplete="off"
        // Whoever opens it types.
        autofocus
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") setChosen((at + 1) % Math.max(1, commands.length));
          else if (event.key === "ArrowUp")
            setChosen((at + commands.length - 1) % Math.max(1, commands.length));
          else if (event.key === "Enter") run(commands[at]);
          else return;
          event.preventDefault();
        }}
      />
      <ul class="palette-list" role="listbox" id={`${id}-list`} aria-label={strings.shell.palette} ref={list}>
        {commands.map((command, index) => (
          <li
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => run(command)}
            onMouseMove={() => setChosen(index)}
          >
            <span>{command.title}</span>
            {command.hint !== undefined && <span class="palette-hint">{command.hint}</span>}
          </li>
        ))}
      </ul>
      {commands.length === 0 && <p class="empty">{strings.shell.paletteNone}</p>}
    </Dialog>
  );
}

function Keys(): JSX.Element {
  return (
    <Dialog title={strings.shell.keys} onClose={() => (areKeysShown.value = false)}>
      <dl class="keys">
        {strings.shell.keysList.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
