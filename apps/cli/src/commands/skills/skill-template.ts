/** What a person begins a skill with. */
export function skillTemplate(name = "my-skill"): string {
  return `---
name: ${name}
description: >-
  What it does, in one sentence. Use when … (what somebody would say who needs it).
---

# ${name}

What is true when it is done, in one or two sentences.

## Steps

1. The exact command or action, and what it shows when it worked.
2. The next one.

## Pitfalls

- What goes wrong, how it looks, and what to do then.

## Verify

The command or the look that shows that the result is right.
`;
}

/** Whether a text says what it is for in the words of the template. */
export async function hasTemplateDescription(text: string): Promise<boolean> {
  const { parseSkill } = await import("@hermes/skills/format");
  return parseSkill(text).fields.description === parseSkill(skillTemplate()).fields.description;
}
