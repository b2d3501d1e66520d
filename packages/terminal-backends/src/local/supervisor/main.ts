// Runs inside of a jail, and starts there what the backend outside asks for. It has no rights that the commands lack.
import { Socket } from "node:net";
import { endProcessTree, killGraceMs } from "../process-tree.ts";
import { startCommand } from "./start-command.ts";
import { lineReader } from "./lines.ts";
import type { SupervisorEvent, SupervisorOptions, SupervisorRequest } from "./messages.ts";
import { Network } from "./network.ts";

// The backend wrote both for this program.
const options = JSON.parse(process.argv[2] ?? "{}") as SupervisorOptions;
const outgoing = new Socket({ fd: 1, readable: false, writable: true });
const incoming = new Socket({ fd: 0, readable: true, writable: false });
/** Process groups of those that run. */
const commands = new Map<number, number>();
const network =
  options.proxyPort === undefined
    ? undefined
    : new Network({ ...options, proxyPort: options.proxyPort }, (ports) => say({ type: "ports", ports }));

function say(event: SupervisorEvent): void {
  outgoing.write(`${JSON.stringify(event)}\n`);
}

function receive(line: string): void {
  const request = JSON.parse(line) as SupervisorRequest;
  switch (request.type) {
    case "start": {
      startCommand(request, options.folder, {
        say,
        started: ({ pid, ended }) => {
          commands.set(request.id, pid);
          network?.watch();
          ended.then(
            () => commands.delete(request.id),
            () => undefined,
          );
        },
      }).catch((error: unknown) =>
        say({ type: "failed", id: request.id, reason: "start", text: String(error) }),
      );
      break;
    }
    case "end": {
      end(request.id, request.marker).catch(() => undefined);
      break;
    }
    case "finish": {
      finish().catch(() => process.exit(1));
      break;
    }
    case "tunnels": {
      network?.tunnel(request.hosts);
      break;
    }
    case "connect":
      network?.connect(request.id, request.port);
  }
}

async function end(id: number, marker: string): Promise<void> {
  const pid = commands.get(id);
  await endProcessTree({ groups: pid === undefined ? [] : [pid], marker }, killGraceMs);
  say({ type: "gone", id });
}

/** The end of this program is the end of everything in the jail. */
async function finish(): Promise<void> {
  await endProcessTree({ groups: [...commands.values()], marker: options.marker }, killGraceMs);
  process.exit(0);
}

// The backend is gone, or has nothing more to ask for.
incoming.once("close", () => process.exit(0));
incoming.on("error", () => process.exit(0));
outgoing.on("error", () => process.exit(0));
await network?.open();
say({ type: "ready" });
incoming.setEncoding("utf8").on("data", lineReader(receive));
