// racer.ts SESSION NAME: says five things in a session that others write to as well, and tells its parent what and how often it had to wait.
import { Agent, SessionBusyError, scripted } from "@hermes/agent-loop";
import pg from "pg";
import { postgresJournal } from "./postgres-journal.ts";

const [sessionId = "", name = ""] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"] });
const agent = new Agent({
  model: scripted(() => ({ text: "ok" })),
  journal: postgresJournal(pool),
  sessionId,
});

const said: string[] = [];
let busy = 0;
while (said.length < 5) {
  const words = `${name} ${said.length}`;
  try {
    await agent.chat(words);
    said.push(words);
  } catch (error) {
    if (!(error instanceof SessionBusyError)) throw error;
    busy += 1;
    await new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 20));
  }
}
await agent.close();
await pool.end();
process.send?.({ said, busy });
