import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

type Part = "Request" | "Response" | "Notification";

interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

interface Definition {
  readonly "x-method"?: string;
}

/** Judges every message of a connection by the schema of the protocol. */
export class AcpJudge {
  readonly #validators = new Map<string, ValidateFunction>();
  /** Methods of requests that have no answer yet, by who has asked. */
  readonly #asked = new Map<string, string>();
  readonly problems: string[] = [];
  /** Methods that were judged. */
  readonly judged: Set<string> = new Set<string>();

  constructor() {
    const path = createRequire(import.meta.url).resolve("@agentclientprotocol/sdk/schema/v1/schema.json");
    const schema: { readonly $defs: Readonly<Record<string, Definition>> } = JSON.parse(
      readFileSync(path, "utf8"),
    );
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    ajv.addSchema(schema, "acp");
    for (const [name, { "x-method": method }] of Object.entries(schema.$defs)) {
      const [part] = /(?:Request|Response|Notification)$/.exec(name) ?? [];
      const validate = ajv.getSchema(`acp#/$defs/${name}`);
      if (method !== undefined && part !== undefined && validate !== undefined)
        this.#validators.set(`${method} ${part}`, validate);
    }
  }

  /** One line, by whoever wrote it. */
  judge(from: "agent" | "client", line: string): void {
    const message: Message = JSON.parse(line);
    const other = from === "agent" ? "client" : "agent";
    if (message.method !== undefined) {
      const isRequest = message.id !== undefined;
      if (isRequest) this.#asked.set(`${from} ${message.id}`, message.method);
      this.#check(message.method, isRequest ? "Request" : "Notification", message.params, line);
      return;
    }
    const method = this.#asked.get(`${other} ${message.id}`);
    if (method === undefined) this.problems.push(`an answer to nothing: ${line}`);
    else if (message.error === undefined) this.#check(method, "Response", message.result, line);
  }

  #check(method: string, part: Part, value: unknown, line: string): void {
    const validate = this.#validators.get(`${method} ${part}`);
    this.judged.add(method);
    if (validate === undefined) this.problems.push(`${method} has no ${part}: ${line}`);
    else if (!validate(value ?? {})) this.problems.push(`${line}: ${JSON.stringify(validate.errors)}`);
  }
}
