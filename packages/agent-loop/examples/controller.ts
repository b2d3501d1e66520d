// A program of your own around a session: commands, messages that come meanwhile, interrupts.
import { Agent, scripted } from "@hermes/agent-loop";
import { SessionController } from "@hermes/agent-loop/controller";

const controller = new SessionController({
  openSession: async () => {
    const agent = new Agent({ model: scripted([{ text: "Hello." }, { text: "As you like." }]) });
    const dispose = async (): Promise<void> => await agent.close();
    return { id: agent.sessionId, agent, resumed: false, [Symbol.asyncDispose]: dispose };
  },
});
await controller.open();

let typed = ["In two words, please."];
for await (const event of controller.run("Hi!")) {
  if (event.type === "text-delta") process.stdout.write(event.text);
  if (event.type === "turn-end") process.stdout.write("\n");
  // What a person types while an answer is under way; without a tool result to ride on, it is the next message.
  for (const line of typed) controller.meanwhile(line);
  typed = [];
}
for await (const event of controller.run("/usage"))
  if (event.type === "command-reply") console.log(event.reply.lines?.join("\n"));
await controller[Symbol.asyncDispose]();
