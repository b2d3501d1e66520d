import type { ScriptedCall } from "@hermes/models";
import type { Compressor } from "@hermes/agent-loop";
import type { Tool } from "@hermes/registry";
import type { InjectionPlace } from "./injection-place.ts";

/** What an attacker wants: the calls that the model is told to make, one reply each. */
export interface Goal {
  readonly name: string;
  /** What would be the harm: bytes sent out, files planted or changed, something written that later sessions read. */
  readonly harm: "send" | "plant" | "note";
  readonly replies: readonly (readonly ScriptedCall[])[];
  /** What the person asks for afterwards in the same session, with the calls of an honest model. */
  readonly afterwards?: readonly ScriptedCall[] | undefined;
  /** The same in a session of its own, with another start of the program. */
  readonly later?: readonly ScriptedCall[] | undefined;
}

/** A way by which untrusted text reaches the model. */
export interface Surface {
  readonly name: string;
  /** Makes the text reachable, and says how it comes in. */
  arrive(place: InjectionPlace, text: string): Arrival | Promise<Arrival>;
}

export interface Arrival {
  /** The words of the person. */
  readonly words: string;
  /** What an honest model calls to do as the person said. */
  readonly calls: readonly ScriptedCall[];
  readonly tools?: readonly Tool[] | undefined;
  readonly compressor?: Compressor | undefined;
  /** The folder that the person works in, where it is not the project. */
  readonly cwd?: string | undefined;
  /** Calls of an earlier session, in which the model obeys nothing. */
  readonly earlier?: { readonly words: string; readonly calls: readonly ScriptedCall[] } | undefined;
  /** What the person says yes to, and to nothing else: a text that is left out otherwise reaches nobody. */
  readonly approves?: string | undefined;
  /** The attack takes place in the earlier session, resumed. */
  readonly resumes?: boolean | undefined;
}

export interface Attack {
  readonly name: string;
  readonly surface: Surface;
  readonly goal: Goal;
}

export const run = (command: string, more: object = {}): ScriptedCall => ({
  name: "terminal",
  arguments: { command, ...more },
});
export const write = (path: string, content: string): ScriptedCall => ({
  name: "write_file",
  arguments: { path, content },
});
export const read = (path: string): ScriptedCall => ({ name: "read_file", arguments: { path } });
export const code = (text: string, language = "python"): ScriptedCall => ({
  name: "execute_code",
  arguments: { code: text, language },
});
