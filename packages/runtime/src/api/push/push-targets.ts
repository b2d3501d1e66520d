import { HermesError } from "@hermes/registry";
import * as z from "zod";
import { credentialFile, parsedJson } from "../credential-file.ts";

const maxTargets = 20;

const stored = z.object({ endpoints: z.array(z.string()) });

/** Where browsers want to be told: addresses that are secrets, since whoever knows one can wake the browser. */
export interface PushTargets {
  /** Oldest first. */
  list(): Promise<readonly string[]>;
  /** Beyond twenty the oldest goes. */
  add(endpoint: string): Promise<void>;
  remove(endpoint: string): Promise<void>;
}

/**
 * @param home Makes the folder of Hermes where there is none.
 * @throws {HermesError} from all of them: `API_PUSH_LOCKED`, `API_PUSH_UNREADABLE`
 */
export function openPushTargets(home: () => Promise<string>): PushTargets {
  const file = credentialFile({ home, name: "push-targets.json", lockedCode: "API_PUSH_LOCKED" });
  const change = async (edit: (endpoints: readonly string[]) => readonly string[]): Promise<void> => {
    const path = await file.path();
    await file.change((before) => {
      const endpoints = edit(parse(before, path));
      return { text: JSON.stringify({ endpoints }, null, 2), result: undefined };
    });
  };
  return {
    list: async () => parse(await file.read(), await file.path()),
    add: async (endpoint) =>
      await change((all) => [...all.filter((each) => each !== endpoint), endpoint].slice(-maxTargets)),
    remove: async (endpoint) => await change((all) => all.filter((each) => each !== endpoint)),
  };
}

function parse(text: string | undefined, path: string): readonly string[] {
  if (text === undefined) return [];
  const parsed = stored.safeParse(parsedJson(text));
  if (parsed.success) return parsed.data.endpoints;
  throw new HermesError(`${path} does not hold addresses of browsers.`, {
    code: "API_PUSH_UNREADABLE",
    hint: "Move it away, and turn notifications on again in each browser.",
  });
}
