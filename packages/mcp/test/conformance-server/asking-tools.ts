import { acceptedContent, CLIENT_CAPABILITIES_META_KEY, inputRequired } from "@modelcontextprotocol/server";
import type {
  InputRequests,
  McpServer,
  RequestStateCodec,
  ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";

type Asked = ServerContext["mcpReq"];

const text = (words: string) => ({ content: [{ type: "text" as const, text: words }] });
const form = (properties: object) => ({ type: "object", properties, required: [] }) as never;

const askName = (message: string) =>
  inputRequired.elicit({ message, requestedSchema: z.object({ name: z.string() }) });
const askModel = (question: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: question } }],
    maxTokens,
  });

/** Tools that ask the client while they run: as requests of their own in the older revisions, as a result in the newer one. */
export function addAskingTools(server: McpServer, states: RequestStateCodec): void {
  addOlder(server);
  const add = (name: string, run: (asked: Asked, context: ServerContext) => unknown): void => {
    server.registerTool(name, { description: `Asks as ${name} says` }, async (context) => {
      // Each gives either kind of result.
      return (await run(context.mcpReq, context)) as ReturnType<typeof text>;
    });
  };
  const given = ({ inputResponses }: Asked, key: string): unknown => inputResponses?.[key];
  const state = async (context: ServerContext, value: unknown): Promise<string> =>
    await states.mint(value, context);

  add("test_input_required_result_elicitation", (asked) => {
    const accepted = acceptedContent(asked.inputResponses, "user_name", z.object({ name: z.string() }));
    return accepted === undefined
      ? inputRequired({ inputRequests: { user_name: askName("What is your name?") } })
      : text(`Hello, ${accepted.name}!`);
  });
  add("test_input_required_result_sampling", (asked) =>
    given(asked, "capital_question") === undefined
      ? inputRequired({
          inputRequests: { capital_question: askModel("What is the capital of France?", 100) },
        })
      : text(JSON.stringify(given(asked, "capital_question"))),
  );
  add("test_input_required_result_list_roots", (asked) =>
    given(asked, "client_roots") === undefined
      ? inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
      : text(JSON.stringify(given(asked, "client_roots"))),
  );
  for (const name of ["request_state", "tampered_state"])
    add(`test_input_required_result_${name}`, async (asked, context) =>
      given(asked, "confirm") === undefined || asked.requestState() === undefined
        ? inputRequired({
            inputRequests: {
              confirm: inputRequired.elicit({
                message: "Please confirm",
                requestedSchema: z.object({ ok: z.boolean() }),
              }),
            },
            requestState: await state(context, "confirming"),
          })
        : text("state-ok"),
    );
  add("test_input_required_result_multiple_inputs", async (asked, context) => {
    const inputRequests = {
      user_name: askName("What is your name?"),
      greeting: askModel("Generate a greeting", 50),
      client_roots: inputRequired.listRoots(),
    };
    return Object.keys(inputRequests).every((key) => given(asked, key) !== undefined)
      ? text("All were given.")
      : inputRequired({ inputRequests, requestState: await state(context, "asked") });
  });
  add("test_input_required_result_multi_round", async (asked, context) => {
    if (given(asked, "step2") !== undefined) return text("Both steps are done.");
    const second = given(asked, "step1") !== undefined;
    const step2 = inputRequired.elicit({
      message: "Step 2: What is your favorite color?",
      requestedSchema: z.object({ color: z.string() }),
    });
    return inputRequired({
      inputRequests: second ? { step2 } : { step1: askName("Step 1: What is your name?") },
      requestState: await state(context, second ? 2 : 1),
    });
  });
  add("test_input_required_result_capabilities", (asked) => {
    const can = capabilitiesOf(asked);
    const inputRequests: InputRequests = {
      ...(can?.elicitation === undefined ? {} : { user_name: askName("What is your name?") }),
      ...(can?.sampling === undefined ? {} : { greeting: askModel("Generate a greeting", 50) }),
    };
    return asked.inputResponses !== undefined || Object.keys(inputRequests).length === 0
      ? text("Nothing more is asked.")
      : inputRequired({ inputRequests });
  });
  add("test_streaming_elicitation", () =>
    inputRequired({ inputRequests: { user_name: askName("What is your name?") } }),
  );
  add("test_missing_capability", () =>
    inputRequired({ inputRequests: { capital_question: askModel("What is the capital of France?", 100) } }),
  );
}

/** What the client of this request can be asked. */
function capabilitiesOf({ envelope }: Asked): {
  readonly elicitation?: unknown;
  readonly sampling?: unknown;
} {
  const capabilities: unknown = new Map(Object.entries(envelope ?? {})).get(CLIENT_CAPABILITIES_META_KEY);
  return typeof capabilities === "object" && capabilities !== null ? capabilities : {};
}

function addOlder(server: McpServer): void {
  server.registerTool(
    "test_sampling",
    { description: "Asks the client's model", inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const { content } = await mcpReq.requestSampling({
        messages: [{ role: "user", content: { type: "text", text: prompt } }],
        maxTokens: 100,
      });
      return text(`LLM response: ${JSON.stringify(content)}`);
    },
  );
  const elicits = (name: string, properties: object): void => {
    server.registerTool(
      name,
      { description: "Asks the person", inputSchema: z.object({ message: z.string().optional() }) },
      async ({ message = "Please fill this in" }, { mcpReq }) => {
        const { action, content } = await mcpReq.elicitInput({ message, requestedSchema: form(properties) });
        return text(`User response: action=${action}, content=${JSON.stringify(content ?? {})}`);
      },
    );
  };
  elicits("test_elicitation", { response: { type: "string", description: "User's response" } });
  elicits("test_elicitation_sep1034_defaults", {
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", default: true },
  });
  const options = ["option1", "option2", "option3"];
  const titled = (...titles: readonly string[]) =>
    titles.map((title, index) => ({ const: `value${index + 1}`, title }));
  elicits("test_elicitation_sep1330_enums", {
    untitledSingle: { type: "string", enum: options },
    titledSingle: { type: "string", oneOf: titled("First Option", "Second Option", "Third Option") },
    legacyEnum: {
      type: "string",
      enum: ["opt1", "opt2", "opt3"],
      enumNames: ["Option One", "Option Two", "Option Three"],
    },
    untitledMulti: { type: "array", minItems: 1, maxItems: 3, items: { type: "string", enum: options } },
    titledMulti: {
      type: "array",
      minItems: 1,
      maxItems: 3,
      items: { anyOf: titled("First Choice", "Second Choice", "Third Choice") },
    },
  });
}
