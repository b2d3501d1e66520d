import { library } from "@hermes/tooling/tsup";

export default library({ entry: ["src/index.ts", "src/speech/index.ts", "src/images/index.ts"] });
