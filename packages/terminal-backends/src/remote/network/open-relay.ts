import type { Duplex } from "node:stream";
import { HermesError } from "@hermes/registry";
import { notRun } from "../run-script.ts";
import type { ShellTransport } from "../shell-transport.ts";
import { waitAtMost } from "../wait-at-most.ts";
import { whenEnded } from "../when-ended.ts";
import { RelayConnection } from "./relay-connection.ts";
import { encodeFrame, frameReader } from "./relay-frames.ts";
import type { Frame } from "./relay-frames.ts";
import { maxRelayConnections, noInterpreter, relayScript } from "./relay-program.ts";

export interface OpenRelayOptions {
  readonly transport: ShellTransport;
  /** Port that is wanted there; where it is taken, or 0, any. */
  readonly port: number;
  /** Serves a connection that somebody there made. */
  readonly accept: (connection: Duplex) => void;
}

/** A port of the place's own loopback whose connections come out here. */
export interface Relay {
  readonly port: number;
  /** Whether it was ended, by whomever. */
  readonly isOver: boolean;
  close(): Promise<void>;
}

const startMs = 20_000;

/**
 * Starts a relay in a place. Whoever is in the place may end it, or speak in its name: that reaches no more than a
 * connection to its port does.
 *
 * @throws {HermesError} `BACKEND_UNSUPPORTED` where nothing there can run it. {PlaceLost} The place is gone.
 */
export async function openRelay({ transport, port, accept }: OpenRelayOptions): Promise<Relay> {
  const process = await transport.start({ script: relayScript(port), input: true });
  const connections = new Map<number, RelayConnection>();
  let isOver = false;
  let onPort: (port: number) => void = () => undefined;
  const listening = new Promise<number>((resolve) => (onPort = resolve));
  const send = (frame: Buffer): void => {
    if (!isOver) process.write(frame).catch(() => undefined);
  };
  const take = (frame: Frame): void => {
    const { kind, connection: id, data } = frame;
    if (kind === "listening") onPort(Number(data.toString("latin1")));
    else if (kind !== "open") connections.get(id)?.receive(frame);
    else if (connections.has(id) || connections.size >= maxRelayConnections) send(encodeFrame("close", id));
    else {
      const connection = new RelayConnection((each, bytes) => send(encodeFrame(each, id, bytes)));
      connections.set(id, connection);
      connection.once("close", () => connections.delete(id)).on("error", () => undefined);
      accept(connection);
    }
  };
  const read = frameReader(take);
  let said = "";
  process.onOutput((bytes) => {
    if (isOver) return;
    said = (said + Buffer.from(bytes).toString("latin1")).slice(0, 300);
    if (!read(bytes)) process.abandon();
  });
  whenEnded(process.ended, () => {
    isOver = true;
    for (const connection of connections.values()) connection.destroy();
  });
  const started = await waitAtMost(startMs, Promise.race([listening, process.ended]));
  if (typeof started === "number") {
    process.unref();
    return {
      port: started,
      get isOver() {
        return isOver;
      },
      async close() {
        await process.closeInput();
        if ((await waitAtMost(2_000, process.ended)) === undefined) process.abandon();
      },
    };
  }
  process.abandon();
  if (started === undefined) throw unsupported("The relay did not start in time");
  if (started.exitCode === noInterpreter) throw unsupported("The image has neither perl nor python3");
  throw notRun(transport, started, said);
}

function unsupported(why: string): HermesError {
  return new HermesError(`${why}, so that commands there can't be given a list of hosts.`, {
    code: "BACKEND_UNSUPPORTED",
    hint: "Use an image with perl or python3, or choose another terminal.docker_network, such as none or bridge.",
  });
}
