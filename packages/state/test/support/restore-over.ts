// restore-over.ts FROM TO: puts a backup in the place of a store, and prints the code of the refusal, or "restored".
import { HermesError } from "@hermes/registry";
import { restoreState } from "../../src/index.ts";

const [from = "", to = ""] = process.argv.slice(2);
console.log(
  await restoreState({ from, to }).then(
    () => "restored",
    (error: unknown) => (HermesError.is(error) ? error.code : String(error)),
  ),
);
