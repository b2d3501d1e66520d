import type { JSX } from "preact";
import { strings } from "../strings/strings.ts";
import { Button } from "../ui/button.tsx";
import { offered } from "./offered.ts";

/** Until then a click is meant for what was there before: a page could bait a double click. */
const notBeforeMs = 500;

/** Asks whether what the page says is sent, where no click of its own vouches for it. */
export function CanvasOffer(): JSX.Element | null {
  const { value } = offered;
  if (value === undefined) return null;
  const answer = (isYes: boolean): void => {
    if (isYes && performance.now() - value.at < notBeforeMs) return;
    offered.value = undefined;
    if (isYes) value.send();
  };
  return (
    <div class="canvas-offer" role="group" aria-label={strings.canvas.offered}>
      <span>{strings.canvas.offered}</span>
      <code tabIndex={0}>{value.json}</code>
      <div class="canvas-actions">
        <Button onClick={() => answer(true)}>{strings.canvas.sendOffered}</Button>
        <Button onClick={() => answer(false)}>{strings.canvas.dropOffered}</Button>
      </div>
    </div>
  );
}
