import { library } from "@hermes/tooling/tsup";

export default library({
  entry: ["src/index.ts", "src/injections/index.ts", "src/injections/rules-version.ts"],
});
