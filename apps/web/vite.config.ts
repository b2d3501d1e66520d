import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const place = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  base: "./",
  resolve: { conditions: ["@hermes/source", "browser", "module", "import", "default"] },
  build: {
    target: "es2022",
    // A style or a picture within a page would not be let in by the policy that the server sends.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Kinds of diagrams that are loaded when one is drawn.
    chunkSizeWarningLimit: 1_600,
    rollupOptions: { input: [place("index.html"), place("frame/drawing.html")] },
  },
  // Packages are taken from source: the build needs no other one before it.
  logLevel: "warn",
});
