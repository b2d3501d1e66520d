// One contestant in one process: `resume-contestant.ts <hermes|floor> <home> <session>`. Prints one JSON line.
// Up to the body of the first request, after the same was done with a session of a few messages.
import { join } from "node:path";
import { loadSettings } from "@hermes/config";
import { openaiChat } from "@hermes/models";
import Sqlite from "better-sqlite3";
import { createRuntime } from "../src/index.ts";

const [name = "", home = "", session = ""] = process.argv.slice(2);
const work = name === "hermes" ? await hermes() : floor;
await work("short");
globalThis.gc?.();
const before = process.cpuUsage();
const startedAt = performance.now();
const bytes = await work(session);
const { user, system } = process.cpuUsage(before);
process.stdout.write(
  `${JSON.stringify({
    cpuMs: (user + system) / 1_000,
    ms: performance.now() - startedAt,
    bytes,
    peakRssMb: process.resourceUsage().maxRSS / 1_024,
  })}\n`,
);
process.exit(0);

async function hermes(): Promise<(id: string) => Promise<number>> {
  const env = { PATH: process.env["PATH"], HOME: home, HERMES_HOME: join(home, ".hermes") };
  const loaded = await loadSettings({ env });
  return async (id) => {
    let sent = (_bytes: number): void => undefined;
    const bytesSent = new Promise<number>((resolve) => (sent = resolve));
    const model = openaiChat({
      model: "mock",
      apiKey: "x",
      baseUrl: "http://127.0.0.1:9/v1",
      contextWindow: 1_000_000_000,
      fetch: async (_url, { body } = {}) => {
        sent(body instanceof Uint8Array ? body.length : 0);
        // Nothing is to be done with an answer.
        return await new Promise<never>(() => undefined);
      },
    });
    const runtime = createRuntime({
      loaded,
      cwd: home,
      env,
      platform: "cli",
      model,
      housekeepingAfterMs: Infinity,
    });
    const { agent } = await runtime.openSession({ resume: id });
    // It gets no answer: the process ends first.
    return await Promise.race([bytesSent, agent.chat("Go on.").then(() => 0)]);
  };
}

interface Row {
  readonly role: string;
  readonly text: string;
  readonly body: string | null;
}

/** What there is no way around: the rows, the calls in them, and the request as text. */
function floor(id: string): number {
  const database = new Sqlite(join(home, ".hermes", "hermes.db"), { readonly: true });
  const rows = database
    .prepare<[string], Row>(
      "SELECT role, text, body FROM messages WHERE session_key = (SELECT key FROM sessions WHERE id = ?) ORDER BY id",
    )
    .all(id);
  const messages = rows.map(({ role, text, body }) => ({
    role,
    content: text,
    ...(body === null ? {} : { parts: JSON.parse(body) as unknown }),
  }));
  const request = Buffer.from(JSON.stringify({ model: "mock", stream: true, messages }));
  database.close();
  return request.length;
}
