/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from "playwright-core";
import { findElement } from "../snapshot/find-element.ts";
import type { Snapshot } from "../snapshot/take-snapshot.ts";

/** More labels than that hide the page. */
const maxLabels = 150;

/** Writes the references of a snapshot onto the page, for a picture. @returns What takes them away. */
export async function annotatePage(page: Page, snapshot: Snapshot): Promise<() => Promise<void>> {
  const refs = snapshot.lines.flatMap((line) => /\[(@[^\]\s]+)\]/.exec(line)?.[1] ?? []).slice(0, maxLabels);
  const labels = await Promise.all(
    refs.map(async (ref) => {
      const box = await findElement(page, ref)
        .then(async (locator) => await locator.boundingBox({ timeout: 500 }))
        .catch(() => null);
      return box === null ? [] : [{ ref, ...box }];
    }),
  );
  const overlay = await page.evaluateHandle((boxes) => {
    const host = document.createElement("div");
    host.style.cssText = "position:fixed;inset:0;z-index:2147483647;pointer-events:none;";
    // Closed, so that neither the page's styles nor a snapshot come in.
    const root = host.attachShadow({ mode: "closed" });
    for (const { ref, x, y, width, height } of boxes) {
      const box = document.createElement("div");
      box.style.cssText = `position:fixed;left:${x}px;top:${y}px;width:${width}px;height:${height}px;outline:2px solid #d00;`;
      const label = document.createElement("span");
      label.textContent = ref;
      label.style.cssText =
        "position:absolute;left:0;top:0;background:#d00;color:#fff;font:11px/13px monospace;";
      box.append(label);
      root.append(box);
    }
    document.documentElement.append(host);
    return host;
  }, labels.flat());
  return async () => {
    await overlay.evaluate((host) => host.remove()).catch(() => undefined);
    await overlay.dispose().catch(() => undefined);
  };
}
