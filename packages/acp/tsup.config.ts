import { library } from "@hermes/tooling/tsup";

export default library({ entry: ["src/index.ts"] });
