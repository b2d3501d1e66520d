import type { Host } from "../host.ts";
import { fit } from "./fit.ts";
import { onlyAscii } from "./charts.ts";
import { control } from "./guard-output.ts";

export interface Progress {
  update(progress: { readonly done: number; readonly total: number }): void;
  /** Takes the bar away. What stands on lines of its own stays. */
  end(): void;
}

const drawEveryMs = 50;
const barColumns = 20;

/** Says on standard error how far something is: a bar where a person looks, else a line for every tenth. */
export function showProgress(host: Host, what: string): Progress {
  return host.stderr.isTTY ? passingBar(host, what) : plainLines(host, what);
}

function passingBar(host: Host, what: string): Progress {
  const [full, empty] = onlyAscii(host.env) ? ["#", "-"] : ["█", "░"];
  let drawnAt = 0;
  return {
    update({ done, total }) {
      const now = Date.now();
      if (done < total && now - drawnAt < drawEveryMs) return;
      drawnAt = now;
      const filled = total === 0 ? barColumns : Math.floor((done / total) * barColumns);
      const bar = full.repeat(filled) + empty.repeat(barColumns - filled);
      control(
        host.stderr,
        `\r\u001b[K${fit(`${bar} ${done}/${total} ${what}`, (host.stderr.columns ?? 80) - 1)}`,
      );
    },
    end() {
      if (drawnAt > 0) control(host.stderr, "\r\u001b[K");
    },
  };
}

function plainLines(host: Host, what: string): Progress {
  let tenths = 0;
  return {
    update({ done, total }) {
      const reached = Math.floor((done / total) * 10);
      if (!(reached > tenths)) return;
      tenths = reached;
      host.stderr.write(`${done} of ${total} ${what}\n`);
    },
    end: () => undefined,
  };
}
