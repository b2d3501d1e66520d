import { createLocalBackend } from "@hermes/terminal-backends";

const backend = createLocalBackend({ cwd: process.cwd(), env: process.env });
const taskId = "demo";

await backend.exec("cd / && export GREETING=hello", { taskId });
const { output, exitCode } = await backend.exec('echo "$GREETING from $PWD" && false', { taskId });
console.log(JSON.stringify(output), exitCode);

const late = await backend.exec("sleep 60", { taskId, timeoutMs: 200 });
console.log(late.timedOut, late.signal);

const server = await backend.spawn("while true; do date; sleep 1; done", { taskId });
await server.kill();
console.log(await server.exited);

await backend.dispose();
