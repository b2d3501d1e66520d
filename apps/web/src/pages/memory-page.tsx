import type { JSX } from "preact";
import { rights } from "../home/who.ts";
import { strings } from "../strings/strings.ts";
import { Empty, Page } from "../ui/page.tsx";
import { Learnings } from "./memory/learnings.tsx";
import { MemoryTargetView } from "./memory/memory-target.tsx";

/** What is kept in mind across sessions, with where each note comes from. */
export function MemoryPage(): JSX.Element {
  const maySee = rights.value.has("inspect");
  return (
    <Page title={strings.shell.names.memory} about={strings.pages.memory.about}>
      {maySee ? (
        <>
          <MemoryTargetView target="user" />
          <MemoryTargetView target="memory" />
          <Learnings />
        </>
      ) : (
        <Empty>{strings.pages.forbidden}</Empty>
      )}
    </Page>
  );
}
