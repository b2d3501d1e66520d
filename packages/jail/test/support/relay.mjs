// Arguments: a Unix socket, a port and a command. Runs the command while the port of this machine leads to the socket.
import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";

const [socket, port, program, ...args] = process.argv.slice(2);
const server = createServer({ allowHalfOpen: true }, (near) => {
  const far = connect({ path: socket, allowHalfOpen: true });
  near.on("error", () => far.destroy()).pipe(far);
  far.on("error", () => near.destroy()).pipe(near);
});
server.listen(Number(port), "127.0.0.1", () => {
  const child = spawn(program, args, { stdio: "inherit" });
  child.once("exit", (code) => process.exit(code ?? 1));
});
