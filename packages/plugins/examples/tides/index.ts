import { definePlugin } from "@hermes/plugins";
import type { PluginParts } from "@hermes/plugins";

const parts: PluginParts = definePlugin({
  tools: {
    tides: {
      description: "Tells when the sea is high at a place. Use it when the person asks about tides.",
      parameters: { type: "object", properties: { place: { type: "string" } }, required: ["place"] },
      readOnly: true,
      execute({ place }, { settings }) {
        if (typeof place !== "string") throw new TypeError("Say at which place.");
        return { place, high: ["04:10", "16:35"], height: `5.2 ${String(settings["unit"])}` };
      },
    },
  },
  hooks: {
    // Nobody cleans the beach by a command.
    pre_tool_call: ({ tool_name, tool_input }) =>
      tool_name === "terminal" && JSON.stringify(tool_input).includes("rm -rf")
        ? { decision: "block", reason: "The sea removes nothing that is still needed." }
        : undefined,
  },
});

export default parts;
