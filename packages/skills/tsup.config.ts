import { library } from "@hermes/tooling/tsup";

export default library({
  entry: ["src/index.ts", "src/format/index.ts", "src/library/hub-lock.ts"],
});
