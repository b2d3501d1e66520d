// dying-parent.ts LEVEL LANGUAGE: runs code that goes on for ever, says when it does, and waits to be killed.
import { chooseIsolation } from "@hermes/jail";
import { createSandbox } from "../../src/index.ts";
import type { IsolationChoice, LanguageName } from "../../src/index.ts";
import { gate } from "./tools.ts";

const [level = "process", language = "python"] = process.argv.slice(2);
const { tool, waiting } = gate();
// What the test passes.
const isolation = level as IsolationChoice;
const sandbox = createSandbox({
  chooseIsolation,
  tools: [tool],
  isolation,
  env: { PATH: process.env["PATH"] },
});
const code =
  language === "python"
    ? "from hermes_tools import wait\nwait(1)\nwhile True: pass"
    : "import { wait } from 'hermes-tools'; await wait({ n: 1 }); for (;;);";
const run = sandbox.run(code, { language: language as LanguageName });
await waiting(1);
process.stdout.write("runs\n");
await run;
