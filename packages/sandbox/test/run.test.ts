import { chooseIsolation } from "@hermes/jail";
import { needs } from "@hermes/tooling/prerequisites";
import { afterAll, expect, test } from "vitest";
import { createSandbox } from "../src/index.ts";
import { bestIsolation } from "./support/best-isolation.ts";
import { expectNothingLeft } from "./support/leftovers.ts";
import { needsLanguage } from "./support/needs-language.ts";
import { echo, failing, gate } from "./support/tools.ts";

const env = { PATH: process.env["PATH"] };
const sandbox = createSandbox({ chooseIsolation, tools: [echo(), failing()], isolation: bestIsolation, env });

afterAll(async () => {
  await expectNothingLeft();
});

test.for([
  ["python", "from hermes_tools import echo\nprint(echo('a')['text'], echo(text='b', times=3)['text'])"],
  [
    "javascript",
    "import { echo } from 'hermes-tools'; console.log((await echo({ text: 'a' })).text, (await echo({ text: 'b', times: 3 })).text)",
  ],
] as const)("code in %s calls a tool and prints what it makes of it", async ([language, code], context) => {
  needsLanguage(context, language);
  const { durationSeconds, ...result } = await sandbox.run(code, { language });

  expect(result).toEqual({ status: "success", output: "a bbb\n", errors: "", toolCallsMade: 2 });
  expect(durationSeconds).toBeGreaterThan(0);
});

test("types of TypeScript are taken out, and nothing is said about it", async () => {
  const code = `import { echo } from "hermes-tools";
interface Answer { readonly text: string }
const answer: Answer = await echo({ text: "typed" });
console.log(answer.text satisfies string);`;

  const result = await sandbox.run(code, { language: "javascript" });

  expect(result).toMatchObject({ status: "success", output: "typed\n", errors: "" });
});

test("plain JavaScript that fails once it runs is run once", async () => {
  const result = await sandbox.run("console.log('once'); JSON.parse('{');", { language: "javascript" });

  expect(result).toMatchObject({ status: "error", output: "once\n" });
});

test.for([
  [
    "python",
    "from hermes_tools import failing, ToolError\ntry:\n  failing('no')\nexcept ToolError as e:\n  print('caught', e)",
  ],
  [
    "javascript",
    "import { failing, ToolError } from 'hermes-tools'; try { await failing({ why: 'no' }) } catch (e) { console.log('caught', e instanceof ToolError ? e.message : e) }",
  ],
] as const)(
  "a failure of a tool is raised in %s with its words and its hint",
  async ([language, code], context) => {
    needsLanguage(context, language);
    const result = await sandbox.run(code, { language });

    expect(result).toMatchObject({ status: "success", output: "caught no Try another way.\n" });
  },
);

test.for([
  [
    "python",
    "import hermes_tools\nhermes_tools.return_errors = True\nprint(hermes_tools.failing('no'))",
    "{'error': 'no Try another way.'}\n",
  ],
  [
    "javascript",
    "import { failing, settings } from 'hermes-tools'; settings.returnErrors = true; console.log(JSON.stringify(await failing({ why: 'no' })))",
    '{"error":"no Try another way."}\n',
  ],
] as const)("on request, a failure is given back in %s", async ([language, code, output], context) => {
  needsLanguage(context, language);
  expect(await sandbox.run(code, { language })).toMatchObject({ status: "success", output });
});

test.for([
  [
    "python",
    "from hermes_tools import wait, parallel\nprint([r['n'] for r in parallel(*[lambda n=n: wait(n) for n in range(12)])])",
  ],
  [
    "python",
    "import asyncio\nfrom hermes_tools import aio\nasync def main():\n  print([r['n'] for r in await asyncio.gather(*[aio.wait(n) for n in range(12)])])\nasyncio.run(main())",
  ],
  [
    "python",
    "import threading\nfrom hermes_tools import wait\nout = {}\ndef work(n):\n  out[n] = wait(n)['n']\nts = [threading.Thread(target=work, args=(n,)) for n in range(12)]\n[t.start() for t in ts]; [t.join() for t in ts]\nprint([out[n] for n in range(12)])",
  ],
  [
    "javascript",
    "import { wait, parallel } from 'hermes-tools'; const all = Array.from({ length: 12 }, (_, n) => () => wait({ n })); console.log(JSON.stringify((await parallel(...all)).map((r) => r.n)).replaceAll(',', ', '))",
  ],
] as const)(
  "calls at the same time run eight at once and come back in order: %s %#",
  async ([language, code], context) => {
    needsLanguage(context, language);
    const { tool, waiting, open } = gate();
    const own = createSandbox({ chooseIsolation, tools: [tool], isolation: "process", env });

    const run = own.run(code, { language });
    await waiting(8);
    open();

    expect(await run).toMatchObject({
      status: "success",
      output: "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]\n",
      errors: "",
      toolCallsMade: 12,
    });
  },
);

test("a large result arrives whole, whatever is in it", async (context) => {
  needs(context, "python3");
  const code = `from hermes_tools import echo
text = '"\\n\\\\ü😀' * 1000
answer = echo(text, 700)
print(answer["text"] == text * 700, len(answer["text"]))`;

  expect(await sandbox.run(code)).toMatchObject({ status: "success", output: "True 3500000\n" });
});

test.for([
  [
    "python",
    `from hermes_tools import echo, parallel
sent = [("a", 900_000), ("ü", 20_000), ("😀", 300_000), ("b", 17_000), ("c", 18_000_000), ("d", 50)]
for _ in range(2):
    print(all(echo(letter, times)["text"] == letter * times for letter, times in sent))
answers = parallel(lambda pair=pair: echo(*pair) for pair in sent)
print([answer["text"] == letter * times for answer, (letter, times) in zip(answers, sent)])`,
  ],
  [
    "javascript",
    `import { echo } from "hermes-tools";
const sent = [["a", 900_000], ["ü", 20_000], ["😀", 300_000], ["b", 17_000], ["c", 18_000_000], ["d", 50]];
const isWhole = async ([text, times]) => (await echo({ text, times })).text === text.repeat(times);
for (const _ of [1, 2]) {
  let all = true;
  for (const each of sent) all = (await isWhole(each)) && all;
  console.log(all ? "True" : "False");
}
const answers = await Promise.all(sent.map(isWhole));
console.log("[" + answers.map((is) => (is ? "True" : "False")).join(", ") + "]");`,
  ],
] as const)(
  "large results mix with no other ones in %s, whether they come in turn or at once",
  async ([language, code], context) => {
    needsLanguage(context, language);
    expect(await sandbox.run(code, { language })).toMatchObject({
      errors: "",
      output: `True\nTrue\n[${Array.from({ length: 6 }, () => "True").join(", ")}]\n`,
    });
  },
);

test("a call beyond the limit fails with what to do, and the run goes on", async (context) => {
  needs(context, "python3");
  const own = createSandbox({
    chooseIsolation,
    tools: [echo()],
    isolation: "process",
    limits: { maxCalls: 2 },
    env,
  });
  const code = `from hermes_tools import echo, ToolError
for n in range(4):
    try:
        print(echo(str(n))["text"])
    except ToolError as e:
        print(e)`;

  const { output, toolCallsMade } = await own.run(code);

  expect(output).toBe(
    `0\n1\n${"No more calls: a run may make 2. Print what there is, and go on in another run.\n".repeat(2)}`,
  );
  expect(toolCallsMade).toBe(2);
});

test("code sees no variable of the environment but a few of its own", async (context) => {
  needs(context, "python3");
  const { output } = await sandbox.run("import os\nprint(sorted({'PWD'} | set(os.environ)))");

  expect(output).toBe(
    "['HERMES_TOOLS_SOCKET', 'HERMES_TOOLS_TOKEN', 'HOME', 'LANG', 'PATH', 'PWD', 'TERM', 'TMPDIR']\n",
  );
});

test("installed packages can be imported", async (context) => {
  needs(context, "python3");
  const { output } = await sandbox.run("import pip\nprint(pip.__name__)");

  expect(output).toBe("pip\n");
});

test("codes for terminals are not in what comes back", async (context) => {
  needs(context, "python3");
  const { output, errors } = await sandbox.run(
    "import sys\nprint('\\x1b[31mred\\x1b[0m')\nprint('\\x1b[1mbold\\x1b[0m', file=sys.stderr)",
  );

  expect([output, errors]).toEqual(["red\n", "bold\n"]);
});

test("runs at the same time do not meet each other", async (context) => {
  needs(context, "python3");
  const code = (name: string): string =>
    `from hermes_tools import echo\nimport os\nopen("mine", "x").write("${name}")\nprint(echo(open("mine").read())["text"], os.listdir("."))`;

  const results = await Promise.all(["a", "b", "c"].map((name) => sandbox.run(code(name))));

  expect(results.map(({ output }) => output)).toEqual(["a ['mine']\n", "b ['mine']\n", "c ['mine']\n"]);
});

test("the observer is notified of each call when it starts", async (context) => {
  needs(context, "python3");
  const notes: string[] = [];
  const onCall = ({ number, accepted, tool }: { number: number; accepted: number; tool: string }): void =>
    void notes.push(`${number}/${accepted} ${tool}`);

  await sandbox.run("from hermes_tools import echo\necho('a')\necho('b')", { onCall });

  expect(notes).toEqual(["1/1 echo", "2/2 echo"]);
});

test("where there is no python3, a run in Python says so", async () => {
  const own = createSandbox({ chooseIsolation, isolation: "process", env: { PATH: "/nowhere" } });

  await expect(own.run("print(1)")).rejects.toMatchObject({ code: "SANDBOX_NO_PYTHON" });
  expect(await own.run("console.log(1)", { language: "javascript" })).toMatchObject({ output: "1\n" });
});
