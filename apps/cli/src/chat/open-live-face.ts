import { join } from "node:path";
import type { LoadedSettings } from "@hermes/config";
import type { Host } from "../host.ts";
import type { CompletionSources } from "../input/completion.ts";
import { FileIndex } from "../input/file-index.ts";
import { listFiles } from "../input/list-files.ts";
import { PromptEditor } from "../input/prompt-editor.ts";
import { imageSource } from "../input/read-image.ts";
import { SavedPastes } from "../input/saved-pastes.ts";
import { sessionCompletions } from "../input/session-completions.ts";
import { openInputHistory } from "../prompt/input-history.ts";
import type { Dress } from "../render/look.ts";
import { coloured, createStyle, type Style } from "../render/style.ts";
import { footerLines } from "../screen/footer-lines.ts";
import { Transcript } from "../screen/transcript.ts";
import type { Conversation } from "./face.ts";
import { FooterFacts } from "./footer-facts.ts";
import { LiveFace } from "./live-face.ts";

export interface OpenLiveFaceOptions {
  readonly host: Host;
  readonly loaded: LoadedSettings;
  /** Ctrl-C before the conversation has begun. */
  readonly onInterrupt: () => void;
}

/** Takes the terminal for one question: its person watches, and answers what is asked. */
export function openWatchFace({ host, loaded, onInterrupt }: OpenLiveFaceOptions): LiveFace {
  const style = createStyle(coloured(host.stdout));
  const transcript = transcriptOf(loaded, style, () => face.terminal.changed());
  const face = new LiveFace({
    host,
    style,
    transcript,
    onInterrupt,
    attention: loaded.settings.display.notify,
  });
  return face;
}

function transcriptOf(
  { settings: { display } }: LoadedSettings,
  style: Style,
  changed: () => void,
  dress?: Dress,
): Transcript {
  return new Transcript({
    changed,
    style,
    showReasoning: display.show_reasoning,
    answers: display.final_response_markdown,
    spinner: {
      get faces() {
        return display.spinner.faces ?? dress?.look?.spinner.faces;
      },
      get verbs() {
        return display.spinner.verbs ?? dress?.look?.spinner.verbs;
      },
    },
  });
}

/** The mode that need not be said at every line. */
const usualMode = "ask";

/** Takes the terminal for a conversation. Loaded only where a person sits at one. */
export async function openLiveFace({
  host,
  loaded,
  dress,
  onInterrupt,
}: OpenLiveFaceOptions & { readonly dress: Dress }): Promise<LiveFace> {
  const { home, settings } = loaded;
  const style = createStyle(coloured(host.stdout), dress);
  const transcript = transcriptOf(loaded, style, () => face.terminal.changed(), dress);
  const facts = new FooterFacts(host.cwd, () => face.terminal.changed());
  const completions = lateCompletions(host);
  const { vision } = settings.auxiliary;
  const isDescribed = vision !== undefined && vision.provider !== "none";
  const editor = new PromptEditor({
    style,
    sign: () => {
      const mode = facts.state?.mode ?? usualMode;
      const { prompt } = style.signs;
      return mode === usualMode ? `${prompt} ` : `${mode} ${prompt} `;
    },
    history: await openInputHistory(join(home, "history")),
    pastes: new SavedPastes(join(home, "pastes")),
    images: imageSource(host),
    // The model for pictures says what they show to one that sees none.
    takesImages: () => (isDescribed ? undefined : facts.takesImages),
    completions,
    redraw: () => face.terminal.changed(),
    remark: (text) => face.note(style.dim(text)),
  });
  const face = new LiveFace({
    host,
    style,
    transcript,
    editor,
    talkKey: settings.voice.record_key,
    footer: (columns) => (facts.state === undefined ? [] : footerLines(facts.state, { columns, style })),
    onChange: (conversation) => {
      completions.begin(conversation);
      facts.update(conversation);
    },
    onInterrupt,
    attention: settings.display.notify,
  });
  return face;
}

/** What can be completed: nothing before there is a session. */
function lateCompletions({
  cwd,
  env,
}: Host): CompletionSources & { begin(conversation: Conversation): void } {
  let sources: CompletionSources | undefined;
  return {
    begin(conversation) {
      const { commands, ports } = conversation;
      sources ??= sessionCompletions({
        commands,
        ports,
        sessionId: () => conversation.session?.id,
        files: new FileIndex({ list: async () => await listFiles(cwd, env) }),
        cwd,
      });
    },
    commands: () => sources?.commands?.() ?? [],
    argumentsOf: (command, typed) => sources?.argumentsOf?.(command, typed) ?? [],
    files: (typed, signal) => sources?.files?.(typed, signal) ?? [],
    paths: (typed) => sources?.paths?.(typed) ?? [],
  };
}
