import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSettings } from "@hermes/config";
import type { LoadedSettings } from "@hermes/config";
import { HermesError } from "@hermes/registry/errors";
import { homeTranscriber } from "@hermes/runtime";
import type { PluginsForSpeech, Runtime } from "@hermes/runtime";
import type { Host } from "../host.ts";
import { oneLine } from "../render/fit.ts";
import { findRecorder } from "./find-recorder.ts";
import { record } from "./record.ts";

export interface DictateOptions {
  readonly host: Host;
  /** Ends the recording, which is then transcribed. */
  readonly finish: AbortSignal;
  /** Throws the recording away. */
  readonly signal: AbortSignal;
  readonly onPhase: (phase: "recording" | "transcribing") => void;
}

/** So many seconds of a recording are transcribed: services take 25 MB. */
const mostSeconds = 700;

/**
 * Records what a person says, and gives its words on one line. The recording is removed in any case.
 *
 * @throws {Error} with the reason for the person; the reason of `signal` when it is aborted.
 */
export async function dictate({ host, finish, onPhase, ...options }: DictateOptions): Promise<string> {
  // Who is told to end may have more to put away first.
  const signal = AbortSignal.any([options.signal, host.stopped]);
  // Read anew: who was told what to set has set it meanwhile.
  const loaded = await loadSettings({ env: host.env });
  const { max_recording_seconds: most, record_command: command } = loaded.settings.voice;
  await using plugins = pluginsOf(host, loaded);
  const transcribe = await homeTranscriber(loaded, plugins.used);
  if (transcribe === undefined) throw noTranscriber(loaded.settings.stt.enabled);
  const { missing } = transcribe;
  if (missing !== undefined) throw new HermesError(missing, { code: "CLI_RECORDING_FAILED" });
  signal.throwIfAborted();
  const seconds = Math.min(most, mostSeconds);
  const folder = await mkdtemp(join(host.env["TMPDIR"]?.trim() || tmpdir(), "hermes-voice-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const forget = host.onExit(remove);
  // At once: the process may be stopped next, by Ctrl-Z.
  signal.addEventListener("abort", remove, { once: true });
  try {
    const path = join(folder, "voice.wav");
    const { env } = host;
    const { platform } = process;
    // A second more than it is given here, where it is ended in time to write its head.
    const argv = findRecorder({ command, output: path, env, platform, seconds: seconds + 1 });
    onPhase("recording");
    const { onExit } = host;
    await record(argv, { output: path, env, maxMs: seconds * 1_000, finish, signal, onExit });
    onPhase("transcribing");
    return oneLine(await transcribe({ path }, { signal }));
  } finally {
    remove();
    signal.removeEventListener("abort", remove);
    forget();
  }
}

/** Those of this home; opened where one of them is to transcribe. */
function pluginsOf(
  host: Host,
  loaded: LoadedSettings,
): { readonly used: PluginsForSpeech } & AsyncDisposable {
  let runtime: Runtime | undefined;
  return {
    async used() {
      const { openRuntime } = await import("../chat/open-runtime.ts");
      runtime = openRuntime(host, { loaded, onWarning: () => undefined });
      return await (await runtime.plugins()).used();
    },
    async [Symbol.asyncDispose]() {
      await runtime?.[Symbol.asyncDispose]();
    },
  };
}

function noTranscriber(isEnabled: boolean): HermesError {
  return new HermesError(isEnabled ? "Nothing here can transcribe." : "stt.enabled is false.", {
    code: "CLI_RECORDING_FAILED",
    hint: isEnabled
      ? "Set stt.command, OPENAI_API_KEY or GROQ_API_KEY, or install whisper."
      : "Switch it on with: hermes config set stt.enabled true",
  });
}
