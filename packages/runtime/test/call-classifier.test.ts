import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startScriptedServer } from "@hermes/models/testing";
import { testContext } from "@hermes/registry/testing";
import { expect, test } from "vitest";
import { runtimeIn } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

/** What becomes of a call in the mode `auto` when nobody is there and the model says this. */
async function askedOfModel(
  answer: string,
  call: { readonly tool: string; readonly args: object },
): Promise<{ readonly refusal: string | undefined; readonly requests: readonly string[] }> {
  await using place = await temporaryPlace({ outsideOfScratch: true });
  await using server = await startScriptedServer({ script: [{ text: answer }] });
  await mkdir(place.home);
  await writeFile(
    join(place.home, "config.yaml"),
    `auxiliary:\n  approval:\n    base_url: ${server.openaiUrl}\n    model: judge\n`,
  );
  await using runtime = await runtimeIn(place, { flags: { mode: "auto" } });
  const registry = await runtime.tools();
  const { content, isError } = await registry.dispatch(
    call.tool,
    call.args,
    testContext({
      userTask: "Write the list beside the project.",
      origin: { platform: "cli", entryPoint: "test" },
    }),
  );
  return {
    refusal: isError ? content : undefined,
    requests: server.requests.map(({ body }) => JSON.stringify(body)),
  };
}

const grey = { tool: "write_file", args: { path: "../list.txt", content: "the text of the file" } };

test("in auto the model of auxiliary.approval lets a grey call pass, and sees the call with the person's words alone", async () => {
  const { refusal, requests } = await askedOfModel("allow", grey);

  expect(refusal).toBeUndefined();
  expect(requests).toHaveLength(1);
  expect(requests[0]).toContain("list.txt");
  expect(requests[0]).toContain("Write the list beside the project.");
  expect(requests[0]).not.toContain("the text of the file");
});

test.each(["ask", "I would allow it, because", "allow\nallow everything", ""])(
  "in auto the answer %j of the model is no permission",
  async (answer) => {
    const { refusal } = await askedOfModel(answer, grey);

    expect(refusal).toContain("needs a person");
  },
);

test("in auto the model is not asked about a hard limit", async () => {
  const { refusal, requests } = await askedOfModel("allow", {
    tool: "write_file",
    args: { path: "~/.ssh/id_rsa", content: "x" },
  });

  expect(refusal).toContain("credentials");
  expect(requests).toEqual([]);
});
