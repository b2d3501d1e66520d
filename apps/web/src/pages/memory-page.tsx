import type { JSX } from "preact";
import { strings } from "../strings/strings.ts";
import { Page } from "../ui/page.tsx";
import { Learnings } from "./memory/learnings.tsx";
import { MemoryTargetView } from "./memory/memory-target.tsx";

/** What is kept in mind across sessions, with where each note comes from. */
export function MemoryPage(): JSX.Element {
  return (
    <Page title={strings.shell.names.memory} about={strings.pages.memory.about} needs="inspect">
      <MemoryTargetView target="user" />
      <MemoryTargetView target="memory" />
      <Learnings />
    </Page>
  );
}
