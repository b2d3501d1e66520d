// The worker on this machine, with a scripted model where there is no key.
import { serve } from "@hono/node-server";
import { startScriptedServer } from "@hermes/models/testing";
import { answer } from "./offline-answers.ts";
import worker, { type Env } from "./worker.ts";

const key = process.env.OPENAI_API_KEY;
const env: Env =
  key === undefined
    ? {
        OPENAI_API_KEY: "offline",
        OPENAI_BASE_URL: (await startScriptedServer({ script: answer })).openaiUrl,
      }
    : { OPENAI_API_KEY: key };
serve(
  { fetch: (request) => worker.fetch(request, env), port: Number(process.env.PORT ?? 8787) },
  ({ port }) => console.log(`curl -N http://localhost:${port} -d "What time is it in Lisbon?"`),
);
