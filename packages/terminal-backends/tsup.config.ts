import { library } from "@hermes/tooling/tsup";

export default library({
  entry: [
    "src/index.ts",
    ...["docker", "ssh", "singularity", "remote", "testing"].map((name) => `src/${name}/index.ts`),
  ],
});
