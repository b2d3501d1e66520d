import { existsSync } from "node:fs";
import { join } from "node:path";
import { HermesError } from "@hermes/registry/errors";
import type { Environment } from "@hermes/registry";
import { findOnPath } from "@hermes/registry/programs";

export interface FindRecorderOptions {
  /** Of the person; `{output}` stands for the file. Empty: the first that is installed. */
  readonly command: readonly string[];
  /** A WAV file. */
  readonly output: string;
  /** After which the recorder ends by itself, should nobody be left to end it. A command of the person's has no such limit. */
  readonly seconds: number;
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
}

/**
 * The program that records from the microphone until it gets SIGINT, with its arguments.
 *
 * @throws {HermesError} `CLI_RECORDING_FAILED` where there is none, and where the person's names no file.
 */
export function findRecorder(options: FindRecorderOptions): readonly string[] {
  const { command, output, env, platform } = options;
  if (command.length > 0) {
    if (command.some((part) => part.includes("{output}")))
      return command.map((part) => part.replaceAll("{output}", () => output));
    throw new HermesError("voice.record_command names no {output}.", {
      code: "CLI_RECORDING_FAILED",
      hint: "Write {output} where the program takes the file to record into.",
    });
  }
  const found = recorders(options).find(([program]) => findOnPath(program, env) !== undefined);
  if (found !== undefined) return found;
  throw new HermesError("Nothing here can record.", {
    code: "CLI_RECORDING_FAILED",
    hint: `Install ${platform === "linux" ? "arecord (alsa-utils), " : ""}sox or ffmpeg, or set voice.record_command.`,
  });
}

/** 16 000 samples a second of one channel is what speech is recognised in. */
function recorders({
  output,
  seconds,
  env,
  platform,
}: FindRecorderOptions): readonly (readonly [program: string, ...args: string[]])[] {
  const most = String(Math.ceil(seconds));
  const arecord = ["arecord", "-q", "-f", "S16_LE", "-r", "16000", "-c", "1", "-t", "wav"] as const;
  const rec = ["rec", "-q", "-r", "16000", "-c", "1", "-b", "16", output, "trim", "0", most] as const;
  const source = { linux: hasPulse(env) ? "pulse" : "alsa", darwin: "avfoundation" } as const;
  // Elsewhere a microphone has a name that only its person knows.
  if (platform !== "linux" && platform !== "darwin") return [];
  const from = ["-f", source[platform], "-i", platform === "darwin" ? ":default" : "default"];
  const quiet = ["-nostdin", "-hide_banner", "-loglevel", "error", "-y"];
  return [
    [...arecord, "-d", most, output],
    rec,
    ["ffmpeg", ...quiet, ...from, "-ac", "1", "-ar", "16000", "-t", most, output],
  ];
}

function hasPulse(env: Environment): boolean {
  const runtime = env["XDG_RUNTIME_DIR"] ?? "";
  return (env["PULSE_SERVER"] ?? "") !== "" || (runtime !== "" && existsSync(join(runtime, "pulse/native")));
}
