import type { PlatformHost } from "../platform.ts";
import { messageEvent, readSaid } from "./home-events.ts";
import { type HomeSession, orThrow } from "./home-session.ts";
import { type HomeassistantSettings, watchesAnything } from "./homeassistant-settings.ts";
import type { HomeassistantTimes } from "./homeassistant-times.ts";
import { openStateWatch } from "./state-watch.ts";
import { createWorkQueue } from "./work-queue.ts";

/** What comes in, over all connections, one after another. */
export interface HomeIntake {
  /**
   * Subscribes, and compares the states. What comes before `start` is called waits for it.
   *
   * @throws {HermesError} `PLATFORM_UNREACHABLE` where no events are given.
   */
  listen(session: HomeSession): Promise<{ start(): void }>;
  /** Whether what came last could not be kept yet. */
  readonly isBlocked: boolean;
  /** Resolves once nothing is handed over any more, after the signal. */
  finish(): Promise<void>;
}

export interface HomeIntakeOptions {
  readonly settings: HomeassistantSettings;
  readonly host: PlatformHost;
  readonly times: HomeassistantTimes;
  readonly signal: AbortSignal;
  /** It has changed whether it is blocked. */
  readonly onChange: () => void;
}

export async function openHomeIntake(options: HomeIntakeOptions): Promise<HomeIntake> {
  const { settings, host, times, signal, onChange } = options;
  let isBlocked = false;
  const block = (is: boolean): void => {
    if (is === isBlocked) return;
    isBlocked = is;
    onChange();
  };
  const queue = createWorkQueue({
    againMs: times.keepAgainMs,
    signal,
    onFailure: (error) => {
      host.log("error", "A message could not be kept; it is tried again.", { error: String(error) });
      block(true);
    },
    onFull: () => host.log("error", "Home Assistant says more than can be taken; events are left out."),
  });
  const keep = (work: () => Promise<void>): void => queue.add(() => work().then(() => block(false)));
  const watch = await openStateWatch(settings, host, (message) => host.message(message));
  let timer: NodeJS.Timeout | undefined;
  /** Comes back when the next cool-down with something to tell ends. */
  const wait = (): void => {
    clearTimeout(timer);
    const dueInMs = signal.aborted ? undefined : watch.dueInMs();
    if (dueInMs !== undefined) timer = setTimeout(() => keep(() => watch.tellDue().then(wait)), dueInMs);
  };
  const isWatching = watchesAnything(settings);

  return {
    async listen(session) {
      const changes: unknown[] = [];
      const said: unknown[] = [];
      let isStarted = false;
      const takeChange = (event: unknown): void => {
        if (isStarted) keep(() => watch.take(event).then(wait));
        else changes.push(event);
      };
      const takeSaid = (event: unknown): void => {
        if (!isStarted) said.push(event);
        else {
          const message = readSaid(event, host.now());
          if (message !== undefined) keep(() => host.message(message));
        }
      };
      if (isWatching) orThrow(await session.subscribe("state_changed", takeChange), "give events");
      const heard = await session.subscribe(messageEvent, takeSaid);
      if (!isWatching) orThrow(heard, "give events");
      else if (!heard.ok)
        host.log("warn", "Automations can't write to the agent: the token is not of an administrator.", {
          reason: heard.reason,
        });
      const states = isWatching ? await session.ask({ type: "get_states" }) : undefined;
      return {
        start() {
          isStarted = true;
          if (states?.ok === true) keep(() => watch.compare(states.result, changes).then(wait));
          else for (const event of changes) takeChange(event);
          for (const event of said) takeSaid(event);
        },
      };
    },

    get isBlocked() {
      return isBlocked;
    },

    async finish() {
      await queue.done;
      clearTimeout(timer);
    },
  };
}
