import { createDockerBackend } from "@hermes/terminal-backends/docker";

const image = process.argv[2] ?? "alpine";
const backend = createDockerBackend({ image, env: process.env, network: "none" });
const taskId = "demo";

await backend.exec("cd /tmp && export NAME=container", { taskId });
const { output } = await backend.exec('echo "$NAME in $PWD" && id -un', { taskId });
console.log(output.trimEnd());

await backend.dispose();
