import { offered } from "./offered.ts";

const maxBytes = 8_192;

export interface CanvasGateOptions {
  readonly frame: HTMLIFrameElement;
  /** Told JSON of at most 8 kB. */
  readonly send: (json: string) => void;
}

/**
 * Decides what of a page's messages is sent. They come by a port that our script in the frame keeps from the page, with how often the person has
 * clicked there; without a click there is no message. That script shares its place with the page, so that two things have to be so
 * besides, which the browser knows: this window was made active, and its focus is in the frame. Where one is missing, or a click was
 * used already, the person is asked.
 */
export class CanvasGate {
  /** For the script in the frame. */
  readonly port: MessagePort;
  readonly #options: CanvasGateOptions;
  readonly #heard: MessagePort;
  /** Clicks that have had their message. */
  #used = 0;

  constructor(options: CanvasGateOptions) {
    this.#options = options;
    const { port1, port2 } = new MessageChannel();
    this.#heard = port1;
    this.port = port2;
    port1.addEventListener("message", ({ data }: MessageEvent<unknown>) => this.#hear(data));
    port1.start();
  }

  close(): void {
    this.#heard.close();
  }

  #hear(data: unknown): void {
    const said = saidIn(data);
    if (said === undefined) return;
    const isActive = activation()?.isActive;
    if (isActive === false) return;
    const { frame, send } = this.#options;
    const isFresh = said.clicks > this.#used;
    this.#used = Math.max(this.#used, said.clicks);
    if (isFresh && isActive === true && document.activeElement === frame) send(said.json);
    // The first one stays: another must not take its place under the person's finger.
    else offered.value ??= { json: said.json, at: performance.now(), send: () => send(said.json) };
  }
}

/** Browsers from before 2023 don't have it. */
function activation(): UserActivation | undefined {
  return "userActivation" in navigator ? navigator.userActivation : undefined;
}

interface Said {
  readonly clicks: number;
  readonly json: string;
}

function saidIn(data: unknown): Said | undefined {
  if (typeof data !== "object" || data === null || !("json" in data) || !("clicks" in data)) return undefined;
  const { json, clicks } = data;
  if (typeof clicks !== "number" || !(clicks > 0)) return undefined;
  // Its length first: nothing is done with what is too long.
  if (typeof json !== "string" || json.length > maxBytes) return undefined;
  try {
    const text = JSON.stringify(JSON.parse(json));
    return new TextEncoder().encode(text).length <= maxBytes ? { clicks, json: text } : undefined;
  } catch {
    return undefined;
  }
}
