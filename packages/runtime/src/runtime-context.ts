import type { GivenProviders } from "@hermes/models";
import type { Environment } from "@hermes/registry";
import type { ChosenBackend } from "./backend/chosen-backend.ts";
import type { Lazy } from "./lazy.ts";
import type { HomeCredentials } from "./models/home-credentials.ts";
import type { RuntimeOptions } from "./runtime.ts";

/** What is known of a home without opening anything. */
export interface HomeContext {
  /** The environment of the process, and below it what `.env` adds. */
  readonly env: Environment;
  /** Home of the person. */
  readonly homedir: string;
  readonly warn: (message: string) => void;
  /** Keys and logins that the home keeps. */
  readonly credentials: HomeCredentials;
  /** Providers of models that plug-ins give: those of the runtime's folder, in a session those of its own. */
  readonly givenProviders: GivenProviders;
  /** The home of Hermes, made for its owner alone where it is missing. */
  readonly home: Lazy<string>;
  /** The file of the store. */
  readonly storePath: string;
}

/** And of a session that was not opened yet. */
export interface RuntimeContext extends HomeContext {
  /** Those of the runtime, and over them what was chosen for the session. */
  readonly options: RuntimeOptions;
  /** Absolute: where the work is done. */
  readonly cwd: string;
  readonly chosenBackend: ChosenBackend;
}
