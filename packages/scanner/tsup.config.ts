import { library } from "@hermes/tooling/tsup";

export default library({
  entry: ["src/index.ts", "src/scan-version.ts", "src/skill/package-path.ts"],
});
