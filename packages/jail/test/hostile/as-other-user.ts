// Run by another user: prints the hostile commands that did harm in jails that a normal user makes, and how many were run.
import { sample } from "@hermes/tooling/sample";
import { found, missing } from "../support/profile-place.ts";
import { everyCommand, tryCommands } from "./run-hostile.ts";

if (found?.jail === undefined) throw new Error(missing);
const tried = await tryCommands(found.jail, sample("hostile commands of another user", everyCommand, 80));
console.log(JSON.stringify({ tried: tried.length, harmful: tried.filter(({ harm }) => harm.length > 0) }));
found.jail.close();
