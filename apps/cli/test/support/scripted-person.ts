import { startScriptedServer, type ScriptedServer, type ScriptedServerOptions } from "@hermes/models/testing";
import { onTestFinished } from "vitest";
import { newPerson, type Fixture } from "./hermes.ts";

export interface ScriptedPerson extends Fixture {
  readonly server: ScriptedServer;
}

/** A person whose settings name a server on this machine that follows a script. */
export async function personWithModel(
  script: ScriptedServerOptions["script"],
  {
    config = "",
    protocol = "chat",
  }: { readonly config?: string; readonly protocol?: "chat" | "messages" } = {},
): Promise<ScriptedPerson> {
  const server = await startScriptedServer({ script });
  onTestFinished(() => server.close());
  const model =
    protocol === "chat"
      ? `model:\n  provider: custom\n  default: scripted\n  base_url: ${server.openaiUrl}\n`
      : `model:\n  provider: anthropic\n  default: claude-scripted\n`;
  const person = newPerson(model + config);
  const env = protocol === "chat" ? {} : { ANTHROPIC_API_KEY: "key", ANTHROPIC_BASE_URL: server.url };
  return { ...person, env: { ...person.env, ...env }, server };
}
