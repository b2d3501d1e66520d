import { scanText } from "@hermes/scanner";

/**
 * Why a text must not become memory, without a full stop; undefined when nothing speaks against it. An alarm, not a proof:
 * memory is read in every session, so that a false statement or a clever instruction can still harm.
 */
export function findRefusal(text: string): string | undefined {
  const [finding] = scanText(text, { surface: "memory" }).findings;
  if (finding === undefined) return undefined;
  const { reason, id } = finding;
  return `${reason.slice(0, 1).toLowerCase()}${reason.slice(1).replace(/\.$/, "")} (${id})`;
}
