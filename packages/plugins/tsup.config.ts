import { library } from "@hermes/tooling/tsup";

export default library({
  entry: [
    "src/index.ts",
    "src/host.ts",
    "src/hooks/index.ts",
    "src/testing/index.ts",
    "src/process/plugin-program.ts",
  ],
});
