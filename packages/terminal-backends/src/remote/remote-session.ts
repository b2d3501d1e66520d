import { HermesError } from "@hermes/registry";
import { openPlace } from "./open-place.ts";
import type { RemotePlace } from "./remote-place.ts";
import { RemoteTask } from "./remote-task.ts";
import { PlaceLost } from "./run-script.ts";
import type { ShellTransport, TransportProcess, TransportRequest } from "./shell-transport.ts";
import { waitAtMost } from "./wait-at-most.ts";
import { whenEnded } from "./when-ended.ts";

export interface RemoteSessionOptions {
  readonly transport: ShellTransport;
  readonly cwd: string | undefined;
  readonly cleanup: string | undefined;
}

/** Time for the keeper to end everything: TERM, two seconds, KILL. */
const cleanupMs = 15_000;

/** The place of a backend over its life: opened when it is first needed, and again when it was lost. */
export class RemoteSession {
  readonly transport: ShellTransport;
  readonly #options: RemoteSessionOptions;
  readonly #processes = new Set<TransportProcess>();
  readonly #tasks = new Map<string, RemoteTask>();
  /** Where tasks begin that have not begun. */
  readonly #starts = new Map<string, string>();
  /** What was lost, by the id of the task it was not reported to yet. */
  readonly #notices = new Map<string, string>();
  #opening: Promise<RemotePlace> | undefined;
  #place: RemotePlace | undefined;
  #hasOpened = false;
  #disposed = false;
  #tasksMade = 0;

  constructor(options: RemoteSessionOptions) {
    this.#options = options;
    const { transport } = options;
    this.transport = {
      open: (open) => transport.open(open),
      start: (request) => this.#start(request),
      explain: (end) => transport.explain(end),
      close: () => transport.close(),
    };
  }

  get tasks(): ReadonlyMap<string, RemoteTask> {
    return this.#tasks;
  }

  /**
   * Does something in the place; once again in a new one when it turns out to be lost.
   *
   * @throws {HermesError} `BACKEND_DISPOSED`, `BACKEND_UNREACHABLE`, and what the work throws.
   */
  async use<Value>(work: (place: RemotePlace) => Promise<Value>): Promise<Value> {
    for (let attempt = 1; ; attempt += 1) {
      let place: RemotePlace | undefined;
      try {
        place = await this.#open();
        return await work(place);
      } catch (error) {
        if (!(error instanceof PlaceLost)) throw error;
        if (place !== undefined) this.#lose(place, error.notice);
        if (attempt < 3) continue;
        throw new HermesError(`The place of the commands is lost again and again: ${error.notice}`, {
          code: "BACKEND_UNREACHABLE",
          cause: error,
        });
      }
    }
  }

  task(place: RemotePlace, taskId: string): RemoteTask {
    const known = this.#tasks.get(taskId);
    if (known !== undefined && known.place === place) return known;
    const task = new RemoteTask(place, ++this.#tasksMade);
    task.cwd = this.#starts.get(taskId) ?? task.cwd;
    this.#tasks.set(taskId, task);
    return task;
  }

  startIn(folder: string, taskId: string): void {
    this.#starts.set(taskId, folder);
  }

  forget(taskId: string): RemoteTask | undefined {
    this.#starts.delete(taskId);
    const task = this.#tasks.get(taskId);
    this.#tasks.delete(taskId);
    this.#notices.delete(taskId);
    return task;
  }

  /** What is reported to a task; once. */
  takeNotice(taskId: string): string | undefined {
    const notice = this.#notices.get(taskId);
    this.#notices.delete(taskId);
    return notice;
  }

  /** Sends the keeper the processes to end where the system does not list its processes. */
  watch(place: RemotePlace): void {
    if (this.#options.transport.listsProcesses === true) return;
    const groups = [...this.#tasks.values()].flatMap((task) => [...task.calls].map(({ group }) => group));
    const line = groups.filter((group) => group !== undefined).join(" ");
    place.keeper.write(`${line}\n`).catch(() => undefined);
  }

  async dispose(): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    const place = await this.#opening?.catch(() => undefined);
    if (place !== undefined) {
      await place.keeper.closeInput();
      await waitAtMost(cleanupMs, place.keeper.ended);
    }
    const calls = [...this.#tasks.values()].flatMap((task) => [...task.calls]);
    this.#tasks.clear();
    await Promise.all(calls.map((call) => call.settle()));
    for (const process of this.#processes) process.abandon();
    if (this.#hasOpened || this.#opening !== undefined) await this.#options.transport.close();
  }

  #open(): Promise<RemotePlace> {
    if (this.#disposed) throw disposed();
    this.#opening ??= this.#openNow().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #openNow(): Promise<RemotePlace> {
    await this.transport.open({ again: this.#hasOpened });
    this.#hasOpened = true;
    const place = await openPlace({ ...this.#options, transport: this.transport });
    this.#place = place;
    // Often the first to notice: its connection is always open.
    whenEnded(place.keeper.ended, (end) => {
      if (this.#disposed) return;
      const failure = this.transport.explain(end);
      this.#lose(place, failure.kind === "lost" ? failure.notice : "The connection was cut.");
    });
    return place;
  }

  #lose(place: RemotePlace, notice: string): void {
    if (this.#place !== place) return;
    this.#place = undefined;
    this.#opening = undefined;
    for (const [taskId, task] of this.#tasks) {
      if (task.place !== place) continue;
      this.#tasks.delete(taskId);
      this.#notices.set(taskId, `${notice} The working directory and the variables of this shell are lost.`);
    }
    place.keeper.abandon();
  }

  async #start(request: TransportRequest): Promise<TransportProcess> {
    const process = await this.#options.transport.start(request);
    this.#processes.add(process);
    whenEnded(process.ended, () => this.#processes.delete(process));
    return process;
  }
}

function disposed(): HermesError {
  return new HermesError("The backend was disposed; nothing is run any more.", { code: "BACKEND_DISPOSED" });
}
