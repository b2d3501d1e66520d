import type { ToolAction } from "@hermes/registry";
import type { HomeClient } from "../home-client.ts";

/** What every tool is made with. */
export interface HomeToolOptions {
  readonly client: HomeClient;
  /** Where names and states come from, for people: the host of Home Assistant. */
  readonly host: string;
  /** A text says what is missing. @default they can work */
  readonly available?: (() => boolean | string) | undefined;
}

/** What rules call it. */
export const homeRead: ToolAction = { name: "home.read", summary: "look at the home", readOnly: true };

/** Of one call; requests end before. */
export const toolTimeoutMs = 30_000;
