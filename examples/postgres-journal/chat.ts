// One turn of a session in Postgres: `npm start` again and again, in as many terminals as you like.
import { Agent, SessionBusyError, openaiChat, scripted } from "@hermes/agent-loop";
import pg from "pg";
import { migrate, postgresJournal } from "./postgres-journal.ts";

const { DATABASE_URL, OPENAI_API_KEY, SESSION = "demo" } = process.env;
const words = process.argv.slice(2).join(" ") || "Hello again.";

const pool = new pg.Pool({ connectionString: DATABASE_URL });
await migrate(pool);

const model =
  OPENAI_API_KEY === undefined
    ? scripted(({ messages }) => ({ text: `You have said ${Math.ceil(messages.length / 2)} things.` }))
    : openaiChat({ model: "gpt-5-mini", apiKey: OPENAI_API_KEY });
const agent = new Agent({ model, journal: postgresJournal(pool), sessionId: SESSION });

try {
  console.log(await agent.chat(words));
} catch (error) {
  if (!(error instanceof SessionBusyError)) throw error;
  console.error(`${error.message} Try again in a moment.`);
  process.exitCode = 1;
} finally {
  await agent.close();
  await pool.end();
}
