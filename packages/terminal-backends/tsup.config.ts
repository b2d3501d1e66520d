import { library } from "@hermes/tooling/tsup";

const folders = ["docker", "ssh", "singularity", "modal", "daytona", "vercel", "remote", "testing"];

export default library({
  entry: {
    index: "src/index.ts",
    ...Object.fromEntries(folders.map((name) => [`${name}/index`, `src/${name}/index.ts`])),
    // A program of its own, which the local backend starts in a jail.
    "jail-supervisor": "src/local/supervisor/main.ts",
  },
});
