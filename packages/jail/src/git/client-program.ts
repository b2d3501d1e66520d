import { frames } from "./broker-request.ts";

/**
 * What jailed commands run to reach the broker, beside its socket: as the program for ssh, with what git gives it, or with
 * the settings of a repository as they were and as they are to be.
 */
export const clientProgram: string = `"use strict";
const { readFileSync } = require("node:fs");
const { connect } = require("node:net");
const [kind, ...words] = process.argv.slice(2);
const text = (path) => readFileSync(path, "utf8");
const request =
  kind === "ssh"
    ? { kind, words, protocol: process.env.GIT_PROTOCOL }
    : { kind, repository: words[0], before: text(words[1]), after: text(words[2]) };
// The path of a socket may only be short.
process.chdir(__dirname);
const socket = connect({ path: "socket", allowHalfOpen: true });
let code;
let rest = Buffer.alloc(0);
socket.on("error", (error) => {
  process.stderr.write("git: the broker of this jail is not reached: " + error.message + "\\n");
  process.exit(255);
});
socket.on("data", (chunk) => {
  rest = Buffer.concat([rest, chunk]);
  while (rest.length >= 5 && rest.length >= 5 + rest.readUInt32BE(1)) {
    const bytes = rest.subarray(5, 5 + rest.readUInt32BE(1));
    if (rest[0] === ${frames.exit}) code = bytes[0];
    else write(rest[0] === ${frames.output} ? process.stdout : process.stderr, bytes);
    rest = rest.subarray(5 + bytes.length);
  }
});
function write(stream, bytes) {
  if (stream.write(bytes)) return;
  socket.pause();
  stream.once("drain", () => socket.resume());
}
socket.on("close", () => {
  process.stdout.write("", () => process.exit(code ?? 255));
});
process.stdout.on("error", () => process.exit(255));
socket.write(JSON.stringify(request) + "\\n");
if (kind === "ssh") process.stdin.pipe(socket);
else socket.end();
socket.on("end", () => socket.end());
`;
