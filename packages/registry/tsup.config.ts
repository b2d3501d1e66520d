import { library } from "@hermes/tooling/tsup";

export default library({
  entry: [
    "src/index.ts",
    "src/approvals.ts",
    "src/arguments-text.ts",
    "src/programs/index.ts",
    "src/hermes-error.ts",
    "src/node-module.ts",
    "src/pause.ts",
    "src/testing/index.ts",
  ],
});
