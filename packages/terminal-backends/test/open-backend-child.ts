// Opens a backend, starts commands in it, and waits to be killed.
import { createDockerBackend } from "../src/docker/docker-backend.ts";
import { createSshBackend } from "../src/ssh/ssh-backend.ts";

const [kind, options = "{}", mark] = process.argv.slice(2);
// The parent wrote the options for this kind.
const parsed = { ...JSON.parse(options), env: process.env };
const backend = kind === "docker" ? createDockerBackend(parsed) : createSshBackend(parsed);
await backend.spawn(`sleep 30.${mark}`, { taskId: "a" });
await backend.exec(`setsid sleep 31.${mark} & echo`, { taskId: "a" });
backend.exec(`sleep 32.${mark}`, { taskId: "a" }).catch(() => process.exit(1));
await backend.spawn(`sleep 33.${mark}`, { taskId: "b" });
process.stdout.write("ready\n");
setInterval(() => undefined, 1_000);
