import type { SkillInfo } from "@hermes/client";
import type { JSX } from "preact";
import { strings } from "../../strings/strings.ts";
import { Badge } from "../../ui/badge.tsx";

/** Where a skill comes from, how it is entered, and why it is not offered. */
export function SkillFacts({ skill }: { readonly skill: SkillInfo }): JSX.Element {
  const { source, category, command, hidden } = skill;
  return (
    <p class="record-facts">
      <Badge>{source}</Badge>
      {category !== undefined && <span>{category}</span>}
      {command !== undefined && <code>/{command}</code>}
      {hidden !== undefined && <Badge kind="warning">{strings.pages.skills.notOffered(hidden)}</Badge>}
    </p>
  );
}
