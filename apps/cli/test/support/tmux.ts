import { execFileSync, spawnSync } from "node:child_process";
import { lacks } from "@hermes/tooling/prerequisites";
import { onTestFinished } from "vitest";
import { bin, type Fixture } from "./hermes.ts";

/** What the tests in tmux lack here; undefined: nothing. */
export const missingTmux: string | undefined = lacks("tmux");

export interface TmuxOptions {
  readonly columns: number;
  readonly rows: number;
}

export interface Tmux {
  /** Types letters and keys by the names that tmux knows. */
  key(...names: readonly string[]): void;
  /** Waits until the rows in sight hold a text, and gives them without blanks at their ends. */
  shows(text: string): Promise<readonly string[]>;
  /** Rows in sight and those that were scrolled away. */
  everything(): readonly string[];
  /** The same, with the sequences of their colours. */
  coloured(): readonly string[];
  resize(columns: number, rows: number): void;
  /** As a paste between its marks, where the program asked for them. */
  paste(text: string): void;
}

/** Starts the executable in a terminal of tmux, at the bottom of a screen that is full already. */
export function openTmux(person: Fixture, { columns, rows }: TmuxOptions): Tmux {
  const fill = `for i in $(seq ${rows}); do echo earlier $i; done`;
  return openInTmux(person, { columns, rows }, `${fill}; exec '${process.execPath}' '${bin}'`);
}

/** A shell with job control, whose prompt is `SHELL`. */
export function openShellInTmux(person: Fixture, options: TmuxOptions): Tmux {
  return openInTmux(person, options, "PS1='SHELL ' exec bash --norc --noprofile -i");
}

function openInTmux(person: Fixture, { columns, rows }: TmuxOptions, command: string): Tmux {
  const socket = `${person.project}/../tmux`;
  const tmux = (...args: readonly string[]): string =>
    execFileSync("tmux", ["-S", socket, "-f", "/dev/null", ...args], {
      cwd: person.project,
      env: { ...person.env, SHELL: "/bin/sh" },
      encoding: "utf8",
    });
  const size = ["-x", String(columns), "-y", String(rows)];
  tmux("new-session", "-d", "-s", "test", ...size, command);
  onTestFinished(() => {
    spawnSync("tmux", ["-S", socket, "kill-server"]);
  });
  const capture = (...args: readonly string[]) =>
    tmux("capture-pane", "-p", ...args)
      .split("\n")
      .map((line) => line.trimEnd());

  return {
    key(...names) {
      tmux("send-keys", ...names);
    },
    async shows(text) {
      for (const until = Date.now() + 30_000; ;) {
        const lines = capture();
        if (lines.join("\n").includes(text)) return lines;
        if (Date.now() > until) throw new Error(`tmux never showed ${text}. It showed:\n${lines.join("\n")}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    everything: () => capture("-S", "-"),
    coloured: () => capture("-e", "-S", "-"),
    paste(text) {
      tmux("set-buffer", text);
      tmux("paste-buffer", "-p");
    },
    resize(width, height) {
      tmux("resize-window", "-t", "test", "-x", String(width), "-y", String(height));
    },
  };
}
