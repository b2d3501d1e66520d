import { ProcessTable, createLocalBackend } from "@hermes/terminal-backends";

const backend = createLocalBackend({ cwd: process.cwd(), env: process.env });
const processes = new ProcessTable({ backend });
const taskId = "demo";

const command = "read -r name; printf '\\033[2J\\033[2;3HHello, %s!' $name; read -r rest";
const program = await processes.start(command, { taskId, pty: true, notify: { onComplete: true } });
await program.write("Ada\r");
while ((await program.screen())?.includes("Hello") !== true)
  await new Promise((done) => setTimeout(done, 20));
console.log(JSON.stringify(await program.screen()));

await program.write("\u0003");
await program.ended;
for (const { text } of processes.notices(taskId)) console.log(text.split("\n")[0]);
await backend.dispose();
