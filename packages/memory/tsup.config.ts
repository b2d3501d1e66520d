import { library } from "@hermes/tooling/tsup";

export default library({
  entry: ["src/index.ts", "src/provider/index.ts", "src/honcho/honcho-memory.ts", "src/testing/index.ts"],
});
