import { library } from "@hermes/tooling/tsup";

export default library({
  entry: [
    "src/index.ts",
    "src/convert/index.ts",
    "src/credentials/index.ts",
    "src/logins/index.ts",
    "src/provider/index.ts",
    "src/testing/index.ts",
  ],
});
