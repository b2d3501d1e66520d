// group-keeping-parent.ts: runs code in the jail that goes on for ever, says when it does, and waits to be killed.
import { chooseIsolation } from "@hermes/jail";
import { createSandbox } from "../../../src/index.ts";
import { gate } from "../../support/tools.ts";

const { tool, waiting } = gate();
const sandbox = createSandbox({
  chooseIsolation,
  tools: [tool],
  isolation: "jail",
  env: { PATH: process.env["PATH"] },
});
const run = sandbox.run("from hermes_tools import wait\nwait(1)");
await waiting(1);
process.stdout.write("runs\n");
await run;
