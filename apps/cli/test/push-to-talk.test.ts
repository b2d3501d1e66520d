import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { personWithModel, type ScriptedPerson } from "./support/scripted-person.ts";
import { bin } from "./support/hermes.ts";
import { openEditor } from "./support/prompt-editor.ts";
import { missingTmux, openShellInTmux, openTmux, type Tmux } from "./support/tmux.ts";

interface Talker extends ScriptedPerson {
  /** Where the recording lies while there is one. */
  readonly temporary: string;
  /** The processes of the newest recording. */
  recorder(): { readonly pid: number; readonly hermes: number };
}

/** As `arecord` does: the file is whole only when SIGINT has ended it. */
const records = `echo "$$ $PPID" > "$0.pids"; trap 'cp "$0.wav" "$1"; exit 0' INT; while :; do sleep 0.05; done`;
const transcribes = `head -c 4 "$1" | grep -q RIFF && printf 'hello from\\nthe microphone\\n'`;

async function talker({
  recorder = records,
  transcriber = transcribes,
  settings,
  seconds = 60,
}: {
  /** Null: no setting names one. */
  readonly recorder?: string | null;
  readonly transcriber?: string;
  readonly settings?: string;
  readonly seconds?: number;
} = {}): Promise<Talker> {
  const person = await personWithModel(() => ({ text: "I heard you." }));
  const scripts = join(person.project, "..", "scripts");
  const temporary = join(scripts, "tmp");
  mkdirSync(temporary, { recursive: true });
  const script = (name: string, text: string): string => {
    const path = join(scripts, name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  const recording = script("recorder", recorder ?? "");
  writeFileSync(`${recording}.wav`, wav());
  const commands = [
    "stt:",
    `  command: [${script("transcriber", transcriber)}, "{input}"]`,
    "voice:",
    ...(recorder === null ? [] : [`  record_command: [${recording}, "{output}"]`]),
    `  max_recording_seconds: ${seconds}`,
  ];
  const config = join(person.home, "config.yaml");
  writeFileSync(config, `${readFileSync(config, "utf8")}${settings ?? commands.join("\n")}\n`);
  return {
    ...person,
    temporary,
    env: { ...person.env, TMPDIR: temporary, NO_COLOR: "1" },
    recorder() {
      const [pid = 0, hermes = 0] = readFileSync(`${recording}.pids`, "utf8").split(" ").map(Number);
      return { pid, hermes };
    },
  };
}

/** A tenth of a second of silence. */
function wav(): Buffer {
  const samples = Buffer.alloc(3_200);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(16_000, 24);
  head.writeUInt32LE(32_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** A process that nobody has waited for yet runs no more. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return /^\s*[^Z\s]/.test(stdout);
}

/** Neither a recorder nor a recording is left. */
async function isOver(person: Talker): Promise<void> {
  const { pid } = person.recorder();
  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
  await expect.poll(() => recordings(person), { timeout: 10_000 }).toEqual([]);
}

function recordings({ temporary }: Talker): readonly string[] {
  return readdirSync(temporary).filter((name) => name.startsWith("hermes-voice-"));
}

/** Presses the key, and waits until the recorder runs. */
async function begin(tmux: Tmux, person: Talker, shown = "● recording 0:0"): Promise<readonly string[]> {
  tmux.key("C-b");
  const lines = await tmux.shows(shown);
  await vi.waitFor(() => expect(isRunning(person.recorder().pid)).toBe(true), 10_000);
  return lines;
}

/** A search path with nothing that records or transcribes. */
function fewPrograms({ temporary }: Talker): string {
  const programs = join(temporary, "programs");
  mkdirSync(programs);
  for (const name of ["tmux", "seq", "sh", "git"]) {
    const path = execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
    symlinkSync(path, join(programs, name));
  }
  return programs;
}

test("words are put at the caret, apart from those beside it", async () => {
  const typing = await openEditor();

  typing.type("say, now", ...Array.from({ length: 5 }, () => "\u001b[D"));
  typing.editor.insert("good morning");
  typing.type("!");

  expect(typing.editor.text).toBe("say good morning!, now");
});

describe.skipIf(missingTmux !== undefined)(`in tmux (${missingTmux ?? "there is one"})`, () => {
  test("at 40 columns what is said stands at the caret, and is sent by Enter alone", async () => {
    const person = await talker();
    const tmux = openTmux(person, { columns: 40, rows: 20 });

    await tmux.shows("›");
    tmux.key("-l", "please");
    tmux.key("C-a");
    const recording = await begin(tmux, person, "● 0:0");
    expect(recording.join("\n")).toMatch(/^● 0:0\d · ctrl\+b ends · esc throws away$/m);
    tmux.key("C-b");
    await tmux.shows("› hello from the microphone please");
    await isOver(person);
    expect(person.server.requests).toEqual([]);
    tmux.key("C-e", "Enter");
    await tmux.shows("I heard you.");

    expect(JSON.stringify(person.server.requests[0]?.body)).toContain("hello from the microphone please");
    expect(tmux.everything().join("\n")).not.toContain("throws away");
  });

  test.each(["Escape", "C-c"])("%s throws a recording away, and what was typed stays", async (key) => {
    const person = await talker();
    const tmux = openTmux(person, { columns: 80, rows: 20 });

    await tmux.shows("›");
    tmux.key("-l", "typed");
    await begin(tmux, person);
    tmux.key(key);
    await isOver(person);
    tmux.key("-l", " on");
    const lines = await tmux.shows("› typed on");

    expect(lines.join("\n")).not.toMatch(/recording|microphone/);
  });

  test("a recording that is too long ends by itself and is transcribed", async () => {
    const person = await talker({ seconds: 1 });
    const tmux = openTmux(person, { columns: 80, rows: 20 });

    await tmux.shows("›");
    tmux.key("C-b");
    await tmux.shows("› hello from the microphone");

    await isOver(person);
  });

  test.each([
    [
      "a transcriber that fails",
      { transcriber: "echo no such model >&2; exit 3" },
      "it ended with 3 (no such model).",
    ],
    ["a transcriber that hears nothing", { transcriber: "exit 0" }, "No words were heard in the recording."],
    [
      "an empty recording",
      { recorder: "echo no such device >&2; exit 1" },
      "The recording is empty: no such device.",
    ],
    ["transcription that is switched off", { settings: "stt: {enabled: false}" }, "stt.enabled is false."],
    [
      "a recorder that is told no file",
      { settings: "stt: {command: [cat]}\nvoice: {record_command: [cat]}" },
      "voice.record_command names no {output}.",
    ],
  ])("%s is told in a line, and what was typed stays", async (_, options, reason) => {
    const person = await talker(options);
    const tmux = openTmux(person, { columns: 200, rows: 20 });

    await tmux.shows("›");
    tmux.key("-l", "typed");
    tmux.key("C-b");
    if ("transcriber" in options) {
      await tmux.shows("● recording");
      await vi.waitFor(() => expect(isRunning(person.recorder().pid)).toBe(true), 10_000);
      tmux.key("C-b");
    }
    await tmux.shows(reason);
    await tmux.shows("› typed");

    expect(recordings(person)).toEqual([]);
  });

  test.each([
    [
      "records",
      { recorder: null },
      "Nothing here can record. Install ",
      "sox or ffmpeg, or set voice.record_command.",
    ],
    [
      "transcribes",
      { settings: "stt: {}" },
      "Nothing here can transcribe. ",
      "Set stt.command, OPENAI_API_KEY or GROQ_API_KEY, or install whisper.",
    ],
  ])("where nothing is installed that %s, a line says what to install", async (_, options, first, then) => {
    const person = await talker(options);
    const tmux = openTmux(
      { ...person, env: { ...person.env, PATH: fewPrograms(person) } },
      { columns: 120, rows: 20 },
    );

    await tmux.shows("›");
    tmux.key("C-b");
    await tmux.shows(first);
    await tmux.shows(then);

    expect(recordings(person)).toEqual([]);
  });

  test("/help names the key that the settings choose, and it begins a recording", async () => {
    const person = await talker();
    const config = join(person.home, "config.yaml");
    writeFileSync(config, readFileSync(config, "utf8").replace("voice:\n", "voice:\n  record_key: f5\n"));
    const tmux = openTmux(person, { columns: 120, rows: 20 });

    await tmux.shows("›");
    tmux.key("-l", "/help");
    tmux.key("Enter");
    await tmux.shows(", f5 talks");
    tmux.key("F5");
    await tmux.shows("f5 ends");
    tmux.key("Escape");

    await isOver(person);
  });

  test("Ctrl-Z throws a recording away, and what was typed is there when the person is back", async () => {
    const person = await talker();
    const tmux = openShellInTmux(person, { columns: 80, rows: 20 });

    await tmux.shows("SHELL");
    tmux.key("-l", `'${process.execPath}' '${bin}'`);
    tmux.key("Enter");
    await tmux.shows("›");
    tmux.key("-l", "typed");
    await begin(tmux, person);
    tmux.key("C-z");
    await tmux.shows("Stopped");
    await isOver(person);
    tmux.key("-l", "fg");
    tmux.key("Enter");
    const lines = await tmux.shows("› typed");

    expect(lines.join("\n")).not.toContain("throws away");
  });

  test("Ctrl-G throws a recording away, and what the editor leaves stands at the line", async () => {
    const person = await talker();
    const editor = join(person.temporary, "editor");
    writeFileSync(editor, '#!/bin/sh\nprintf "%s and edited" "$(cat "$1")" > "$1.new"; mv "$1.new" "$1"\n');
    chmodSync(editor, 0o755);
    const tmux = openTmux({ ...person, env: { ...person.env, EDITOR: editor } }, { columns: 80, rows: 20 });

    await tmux.shows("›");
    tmux.key("-l", "typed");
    await begin(tmux, person);
    tmux.key("C-g");
    const lines = await tmux.shows("› typed and edited");
    await isOver(person);

    expect(lines.join("\n")).not.toMatch(/throws away|microphone/);
  });

  test.each(["recording", "transcribing"])(
    "a Hermes that is told to end while %s ends, and leaves neither a recorder nor a recording",
    async (phase) => {
      const person = await talker({ transcriber: "sleep 60" });
      const tmux = openTmux(person, { columns: 80, rows: 20 });

      await tmux.shows("›");
      await begin(tmux, person);
      expect(recordings(person)).toHaveLength(1);
      const { hermes } = person.recorder();
      if (phase === "transcribing") {
        tmux.key("C-b");
        await tmux.shows("transcribing…");
      }
      process.kill(hermes, "SIGTERM");

      await isOver(person);
      await expect.poll(() => isRunning(hermes), { timeout: 10_000 }).toBe(false);
    },
  );
});
