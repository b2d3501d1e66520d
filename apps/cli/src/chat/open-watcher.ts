import type { LoadedSettings } from "@hermes/config";
import type { Host } from "../host.ts";
import type { Questions } from "../prompt/question.ts";
import { questionsOnTerminal } from "../prompt/questions-on-terminal.ts";
import type { EventRenderer } from "../render/event-renderer.ts";
import { Screen } from "../render/screen.ts";
import { coloured, createStyle, type Style } from "../render/style.ts";
import { TextRenderer } from "../render/text-renderer.ts";
import { wrap } from "../render/wrap.ts";
import { drawsLive } from "./draws-live.ts";

/** Where one question and its answer are shown, and where the person is asked meanwhile. */
export interface Watcher extends Disposable {
  readonly style: Style;
  readonly columns: number;
  readonly renderer: EventRenderer;
  /** Absent where nobody is at the terminal. */
  readonly questions?: Questions | undefined;
  note(line: string): void;
  /** What is asked, where the terminal does not show it anyway. */
  said(text: string): void;
}

export interface OpenWatcherOptions {
  readonly host: Host;
  readonly loaded: LoadedSettings;
  /** Shows the turn to a program. */
  readonly machine?: EventRenderer | undefined;
  /** Ctrl-C. */
  readonly onInterrupt: () => void;
}

/** A live region where a person watches; else the answer as it is, and remarks on standard error. */
export async function openWatcher({
  host,
  loaded,
  machine,
  onInterrupt,
}: OpenWatcherOptions): Promise<Watcher> {
  if (machine === undefined && drawsLive(host)) {
    const { openWatchFace } = await import("./open-live-face.ts");
    const face = openWatchFace({ host, loaded, onInterrupt });
    return host.stdinIsTerminal ? face : withoutQuestions(face);
  }
  const style = createStyle(coloured(host.stderr));
  const screen = new Screen({ ...host, style });
  const renderer = machine ?? new TextRenderer({ screen, style });
  return {
    style,
    renderer,
    get columns() {
      return screen.columns;
    },
    questions: host.stdinIsTerminal ? questionsOnTerminal(host, screen) : undefined,
    note: (line) => screen.note(line),
    said(text) {
      screen.note("");
      for (const line of wrap(`${style.dim("›")} ${text}`, { columns: screen.columns })) screen.note(line);
    },
    [Symbol.dispose]: () => renderer.close(),
  };
}

/** Standard input is something else than a keyboard. */
function withoutQuestions(face: Watcher): Watcher {
  return {
    style: face.style,
    renderer: face.renderer,
    get columns() {
      return face.columns;
    },
    note: (line) => face.note(line),
    said: (text) => face.said(text),
    [Symbol.dispose]: () => face[Symbol.dispose](),
  };
}
