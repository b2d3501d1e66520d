import { library } from "@hermes/tooling/tsup";

export default library({
  entry: [
    ...["src/index.ts", "src/compression/index.ts", "src/controller/index.ts"],
    ...["src/delegate/index.ts", "src/testing/index.ts"],
  ],
});
