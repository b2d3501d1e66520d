// A page on the canvas, kept in memory; whoever shows it hears by `elsewhere` what was drawn.
import { createCanvasTool } from "@hermes/documents/canvas";
import type { CanvasPage } from "@hermes/documents/canvas";
import { ToolRegistry } from "@hermes/registry";
import { testContext } from "@hermes/registry/testing";

const pages = new Map<string, CanvasPage>();
// Let a person decide here; `createPermissions` of @hermes/permissions is made for it.
const tools = new ToolRegistry({ guard: () => ({ allow: true }) });
tools.register(
  createCanvasTool({
    pages: {
      list: async () => [...pages.values()],
      async write({ id, format, content }) {
        const page = { id, format, path: `/canvas/${id}.${format}` };
        pages.set(id, page);
        console.log(`${page.path}: ${content.length} characters`);
        return page;
      },
    },
    elsewhere: async ({ format }) => {
      console.log(`Nobody sees it here: ${format}`);
      return {};
    },
  }),
);

const content = `<button onclick="hermes.send({ choice: 'tea' })">Tea</button>`;
for (const args of [{ action: "show", id: "drinks", content }, { action: "close" }]) {
  const result = await tools.dispatch("canvas", args, testContext());
  console.log(result.content);
}
