import type { FoundSession } from "@hermes/client";
import { activity } from "../home/activity.ts";
import { client } from "../home/client.ts";
import { go, pageNames, route } from "../router.ts";
import { strings } from "../strings/strings.ts";
import { setTheme } from "../theme.ts";
import { attempt } from "../ui/toast.tsx";
import { areKeysShown } from "./palette-state.ts";

/** Something that can be done from the palette. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly hint?: string | undefined;
  run(): void;
}

/** Those that fit what was typed, and the sessions in which it was said. */
export function commandsFor(words: string, found: readonly FoundSession[]): readonly Command[] {
  const wanted = words.toLowerCase().split(/\s+/);
  const fitting = commands().filter(({ title }) =>
    wanted.every((word) => title.toLowerCase().includes(word)),
  );
  const sessions = found.map(({ session: { id, title }, hits }) => ({
    id: `session ${id}`,
    title: title === "" ? strings.shell.untitled : title,
    hint: hits[0]?.snippet.replaceAll(/>>>|<<</g, ""),
    run: () => go("chat", id, hits[0] === undefined ? {} : { m: String(hits[0].messageId) }),
  }));
  return [...fitting, ...sessions];
}

function commands(): readonly Command[] {
  const { page, id } = route.value;
  const isRunning = page === "chat" && id !== undefined && activity.value.running.has(id);
  return [
    { id: "new", title: strings.shell.newChat, hint: "Ctrl Shift O", run: () => go("chat") },
    ...(isRunning
      ? [
          {
            id: "stop",
            title: strings.shell.stopTurn,
            run: () => void attempt(async () => await client.stopRun({ params: { id } })),
          },
        ]
      : []),
    ...pageNames
      .filter((name) => name !== "chat")
      .map((name) => ({
        id: `page ${name}`,
        title: strings.shell.goTo(strings.shell.names[name]),
        run: () => go(name),
      })),
    ...(["light", "dark", "system"] as const).map((each) => ({
      id: `theme ${each}`,
      title: `${strings.shell.theme}: ${strings.shell.themes[each]}`,
      run: () => setTheme(each),
    })),
    { id: "keys", title: strings.shell.keys, hint: "?", run: () => (areKeysShown.value = true) },
  ];
}
