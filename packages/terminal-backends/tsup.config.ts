import { library } from "@hermes/tooling/tsup";

export default library({
  entry: [
    "src/index.ts",
    ...["docker", "ssh", "singularity", "modal", "daytona", "vercel", "remote", "testing"].map(
      (name) => `src/${name}/index.ts`,
    ),
  ],
});
