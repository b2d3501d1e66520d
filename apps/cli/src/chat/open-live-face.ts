import { join } from "node:path";
import type { LoadedSettings } from "@hermes/config";
import type { Host } from "../host.ts";
import { PromptEditor } from "../input/prompt-editor.ts";
import { imageSource } from "../input/read-image.ts";
import { SavedPastes } from "../input/saved-pastes.ts";
import { openInputHistory } from "../prompt/input-history.ts";
import { coloured, createStyle } from "../render/style.ts";
import { Transcript } from "../screen/transcript.ts";
import { LiveFace } from "./live-face.ts";

export interface OpenLiveFaceOptions {
  readonly host: Host;
  readonly loaded: LoadedSettings;
  /** Ctrl-C before the conversation has begun. */
  readonly onInterrupt: () => void;
}

/** Takes the terminal for a conversation. Loaded only where a person sits at one. */
export async function openLiveFace({ host, loaded, onInterrupt }: OpenLiveFaceOptions): Promise<LiveFace> {
  const { home, settings } = loaded;
  const style = createStyle(coloured(host.stdout));
  const transcript = new Transcript({ style, showReasoning: settings.display.show_reasoning });
  const editor = new PromptEditor({
    style,
    history: await openInputHistory(join(home, "history")),
    pastes: new SavedPastes(join(home, "pastes")),
    images: imageSource(host),
    takesImages: () => undefined,
    completions: {},
    redraw: () => face.changed(),
    remark: (text) => face.note(style.dim(text)),
  });
  const face = new LiveFace({ host, style, transcript, editor, onInterrupt, attention: "bell" });
  return face;
}
