import { chooseIsolation } from "@hermes/jail";
import type { IsolationChoice } from "../../src/index.ts";

/** A jail where this machine has one, else an ordinary process: for tests in which both do the same. */
export const bestIsolation: IsolationChoice =
  "refused" in (await chooseIsolation("jail")) ? "process" : "jail";
