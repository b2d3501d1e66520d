// Runs in a thread of its own, which is ended when a layout takes too long. Graphviz is WebAssembly: it sees no file.
import { parentPort, workerData } from "node:worker_threads";
import { instance } from "@viz-js/viz";
import type { GraphvizAnswer, GraphvizTask } from "./graphviz-answer.ts";

// The limits of a thread leave out the memory of WebAssembly.
const maxBytes = 500_000_000;
const pageBytes = 65_536;
interface Memory {
  readonly buffer: ArrayBuffer;
  grow(this: Memory, pages: number): number;
}
// The types of Node have no WebAssembly.
const { Memory } = Reflect.get(globalThis, "WebAssembly") as {
  readonly Memory: { readonly prototype: Memory };
};
const { grow } = Memory.prototype;
Memory.prototype.grow = function growWithin(pages) {
  if (this.buffer.byteLength + pages * pageBytes > maxBytes) throw new RangeError("This is too much memory.");
  return grow.call(this, pages);
};

// The program beside it gives nothing else.
const { source, font } = workerData as GraphvizTask;
const viz = await instance();
const attributes = { fontname: font };
const result = viz.render(source, {
  format: "svg",
  ...{ graphAttributes: attributes, nodeAttributes: attributes, edgeAttributes: attributes },
});
const problems = result.errors.map(({ level, message }) => ({ level: level ?? "error", message }));
parentPort?.postMessage({ svg: result.output, problems } satisfies GraphvizAnswer);
