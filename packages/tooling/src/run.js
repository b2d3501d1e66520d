import { spawn } from "node:child_process";
import { root } from "./paths.js";

/**
 * Runs a program to its end.
 *
 * Ctrl-C reaches the child through the terminal, so this process only waits for it.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, stdio?: import("node:child_process").StdioOptions, cwd?: string }} [options]
 * @returns {Promise<number>} Exit code; 128 + n when signal n ended it, 127 when it could not be started.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
    const wait = () => {};
    const forward = () => child.kill("SIGTERM");
    process.on("SIGINT", wait);
    process.on("SIGTERM", forward);
    const end = (/** @type {number} */ code) => {
      process.off("SIGINT", wait);
      process.off("SIGTERM", forward);
      resolve(code);
    };
    child.once("error", (error) => {
      process.stderr.write(`Could not start ${command}: ${error.message}\n`);
      end(127);
    });
    child.once("exit", (code, signal) => end(code ?? (signal === "SIGINT" ? 130 : 143)));
  });
}
