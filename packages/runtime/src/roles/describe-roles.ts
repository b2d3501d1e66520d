import { estimateTokens } from "@hermes/models";
import { plainLine } from "../prompt/plain-line.ts";
import type { Role } from "./role.ts";

const defaultTokens = 300;
const maxDescription = 120;

/**
 * The roles for the description of a tool, a line each; of those without room the names alone, and then their number. Of a role
 * that somebody else wrote, and nobody looked at, there is the name alone. Empty where there are none.
 */
export function describeRoles(
  roles: readonly Pick<Role, "name" | "description" | "provenance">[],
  maxTokens: number = defaultTokens,
): string {
  const lines: string[] = [];
  const short: string[] = [];
  const fits = (text: string): boolean => estimateTokens([...lines, text].join("\n")) <= maxTokens * 0.8;
  for (const { name, description, provenance = [] } of roles) {
    const line = `${plainLine(name)}: ${plainLine(description, maxDescription)}`;
    if (provenance.length === 0 && fits(line)) lines.push(line);
    else short.push(plainLine(name));
  }
  const named: string[] = [];
  for (const name of short) if (fits([...named, name].join(", "))) named.push(name);
  const left = short.length - named.length;
  const rest = [...named, ...(left > 0 ? [`${left} more`] : [])].join(", ");
  return [...lines, ...(rest === "" ? [] : [`also: ${rest}`])].join("\n");
}
