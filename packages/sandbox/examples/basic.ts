import { chooseIsolation } from "@hermes/jail";
import { defineTool } from "@hermes/registry";
import { createSandbox } from "@hermes/sandbox";
import { z } from "zod";

const weather = defineTool({
  name: "weather",
  toolset: "demo",
  description: "Degrees in a city.",
  input: z.object({ city: z.string() }),
  execute: ({ city }) => ({ city, degrees: city.length * 3 }),
});
const sandbox = createSandbox({ chooseIsolation, tools: [weather], isolation: "prefer-jail" });

const python = await sandbox.run(`
from hermes_tools import weather, parallel
towns = parallel(*[lambda city=city: weather(city) for city in ("Rome", "Oslo", "Lisbon")])
print(max(towns, key=lambda town: town["degrees"])["city"])
`);
console.log(python.status, python.output.trim(), python.toolCallsMade);

const javascript = await sandbox.run(
  `import { weather } from "hermes-tools";
   const { degrees }: { degrees: number } = await weather({ city: "Rome" });
   console.log(degrees);`,
  { language: "javascript" },
);
console.log(javascript.status, javascript.output.trim());
