import type { Guard } from "@hermes/registry";

/** A guard that answers what tools say against their calls, and keeps what it was asked. */
export function guardWho(answer: () => boolean): { readonly guard: Guard; readonly asked: string[] } {
  const asked: string[] = [];
  const guard: Guard = async ({ tool, args }, context) => {
    const found = (await tool.findings?.(args, context)) ?? [];
    if (found.length === 0) return { allow: true };
    asked.push(JSON.stringify(args));
    return answer() ? { allow: true } : { allow: false, reason: "The person said no." };
  };
  return { guard, asked };
}
