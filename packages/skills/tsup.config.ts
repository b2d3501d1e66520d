import { library } from "@hermes/tooling/tsup";

export default library({
  entry: [
    "src/index.ts",
    "src/format/index.ts",
    "src/guard/index.ts",
    "src/guard/guard-version.ts",
    "src/library/hub-lock.ts",
  ],
});
