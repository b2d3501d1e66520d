import type { LoadedSettings } from "@hermes/config";
import type { Host } from "../host.ts";
import { PromptEditor } from "../input/prompt-editor.ts";
import { coloured, createStyle } from "../render/style.ts";
import { Transcript } from "../screen/transcript.ts";
import { LiveFace } from "./live-face.ts";

export interface OpenLiveFaceOptions {
  readonly host: Host;
  readonly settings: LoadedSettings["settings"];
  /** Ctrl-C before the conversation has begun. */
  readonly onInterrupt: () => void;
}

/** Takes the terminal for a conversation. Loaded only where a person sits at one. */
export async function openLiveFace({ host, settings, onInterrupt }: OpenLiveFaceOptions): Promise<LiveFace> {
  const style = createStyle(coloured(host.stdout));
  const transcript = new Transcript({ style, showReasoning: settings.display.show_reasoning });
  return new LiveFace({ host, style, transcript, editor: new PromptEditor(), onInterrupt, attention: "bell" });
}
