import { loginServers } from "@hermes/models/logins";
import type { Choice } from "../../prompt/question.ts";
import { isKey } from "../auth/add.ts";
import { logIn } from "../auth/login.ts";
import type { Place } from "./find-access.ts";
import type { SetupDesk } from "./setup-desk.ts";

/** Whether nobody has a key for it: a server on this machine, or one whose requests are signed. */
export function takesNoKey({ row }: Place): boolean {
  return row.local === true || row.protocol === "converse";
}

/** A key that was typed; without one the place is used as it is, such as after a login. */
export interface GivenKey {
  readonly key?: string | undefined;
}

/** Asks for a key without showing it, or logs in where the provider has logins. @returns undefined: neither. */
export async function askForKey(
  desk: SetupDesk,
  { row }: Place,
  { isOptional }: { readonly isOptional: boolean },
): Promise<GivenKey | undefined> {
  const login = loginServers.find(({ provider, clientId }) => provider === row.id && clientId !== undefined);
  if (login !== undefined) {
    const choices: readonly Choice[] = [
      { id: "key", label: "Paste a key" },
      { id: "login", label: `Log in to ${login.label}` },
    ];
    const answer = await desk.choose(`A key of ${row.label}, or a login?`, { choices });
    if (answer?.type !== "choice") return undefined;
    if (answer.id === "login") {
      await logIn(row.id, {}, desk.host);
      return {};
    }
  }
  const empty = isOptional ? ". Empty: none" : "";
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- asked again after what is no key
    const given = await desk.askSecret(`The key of ${row.label}${empty}`);
    if (given === undefined) return undefined;
    if (given === "") return isOptional ? {} : undefined;
    if (isKey(given)) return { key: given };
    desk.say("This is not a key: it has blanks or letters that no key has.");
  }
}
