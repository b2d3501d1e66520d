import { EventEmitter } from "node:events";
import { Stop, type Host } from "../../src/host.ts";
import { guardOutput } from "../../src/render/guard-output.ts";
import type { Fixture } from "./hermes.ts";
import { VirtualScreen, type VirtualScreenOptions } from "./virtual-screen.ts";

/** A terminal in memory at which a person sits, for what runs in this process. */
export interface TerminalHost {
  readonly host: Host;
  readonly screen: VirtualScreen;
  /** Sends what the keyboard sends. Nothing once the process has left. */
  type(keys: string): void;
  /** The shell tells of the stop, and lets the process go on. */
  continue(): void;
  /** Tells the process to end, as a signal does. */
  end(exitCode: number): void;
  /** The terminal is closed. */
  hangUp(): void;
  /** Whether single keys are read. */
  readonly raw: boolean;
  /** The exit code where the process left at once. */
  readonly left: number | undefined;
  /** How often the process stopped itself. */
  readonly stops: number;
  /** Whether single keys were still read when it did. */
  readonly stoppedRaw: boolean;
}

class Left extends Error {}

export function openTerminalHost(
  { env, project }: Pick<Fixture, "env" | "project">,
  size: VirtualScreenOptions,
): TerminalHost {
  const screen = new VirtualScreen(size);
  const stop = new AbortController();
  const onContinue = new Set<() => void>();
  const onExit = new Set<() => void>();
  let raw = false;
  let left: number | undefined;
  let stops = 0;
  let stoppedRaw = false;
  const stdin = Object.assign(new EventEmitter(), {
    isTTY: true,
    setRawMode: (on: boolean) => void (raw = on),
    ...{ resume: () => undefined, pause: () => undefined },
  });
  const output = {
    isTTY: true,
    hasColors: () => false,
    get columns() {
      return screen.columns;
    },
    get rows() {
      return screen.rows;
    },
    // A terminal that is not in raw mode ends lines itself.
    write: (text: string) => void screen.write(raw ? text : text.replace(/\r?\n/g, "\r\n")) === undefined,
    on: (event: "resize", listener: () => void) => screen.on(event, listener),
    off: (event: "resize", listener: () => void) => screen.off(event, listener),
  };
  // What is used of a terminal's streams is here.
  const stdout = output as unknown as NodeJS.WriteStream;
  guardOutput(stdout);
  const listen = (listeners: Set<() => void>, listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const host: Host = {
    ...{ stdout, stderr: stdout, stdin: () => stdin as unknown as NodeJS.ReadStream },
    ...{ stdinIsTerminal: true, stdinPipe: undefined, cwd: project, stopped: stop.signal },
    env: { TERM: "xterm-256color", ...env },
    onInterrupt: () => () => undefined,
    endsWhenStopped: () => undefined,
    suspend() {
      stops++;
      stoppedRaw ||= raw;
    },
    onContinue: (listener) => listen(onContinue, listener),
    onHangUp: () => () => undefined,
    onExit: (listener) => listen(onExit, listener),
    exit(code) {
      left = code;
      for (const listener of onExit) listener();
      throw new Left(`Left with ${code}.`);
    },
  };
  return {
    host,
    screen,
    type(keys) {
      if (left !== undefined) return;
      try {
        stdin.emit("data", Buffer.from(keys));
      } catch (error) {
        if (!(error instanceof Left)) throw error;
        // A process would be gone; here its parts are told to end.
        stop.abort(new Stop("The process is gone.", left ?? 130));
      }
    },
    continue() {
      screen.write("[1]+  Stopped\r\n");
      for (const listener of onContinue) listener();
    },
    end: (exitCode) => stop.abort(new Stop("The process was told to end.", exitCode)),
    hangUp: () => void stdin.emit("end"),
    get raw() {
      return raw;
    },
    get left() {
      return left;
    },
    get stoppedRaw() {
      return stoppedRaw;
    },
    get stops() {
      return stops;
    },
  };
}
