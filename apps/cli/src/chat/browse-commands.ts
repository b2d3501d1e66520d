import { defineSlashCommand, slashCommands } from "@hermes/agent-loop/controller";
import type { SlashCommand } from "@hermes/agent-loop/controller";
import type { Runtime } from "@hermes/runtime";
import { pickSession } from "../browse/pick-session.ts";
import type { Face } from "./face.ts";

export interface BrowseCommandsOptions {
  readonly face: Pick<Face, "place" | "questions" | "style">;
  readonly runtime: Pick<Runtime, "existingStore">;
  readonly cwd: string;
}

/** `/resume` and `/sessions` as everywhere; without a name the person looks through a list, where the terminal can draw one. */
export function createBrowseCommands({ face, runtime, cwd }: BrowseCommandsOptions): readonly SlashCommand[] {
  const { place, questions, style } = face;
  if (place === undefined) return [];
  return slashCommands
    .filter(({ name }) => name === "resume" || name === "sessions")
    .map((command) =>
      defineSlashCommand({
        ...command,
        async run(context) {
          const { rest, session, signal, controls } = context;
          const state = await runtime.existingStore();
          if (rest.trim() !== "" || state === undefined || controls.busy) return await command.run(context);
          const picked = await pickSession({ state, folder: cwd, style, place, questions, signal });
          if (picked.type !== "session") return {};
          if (picked.id === session.id) return { lines: ["You are in this session already."] };
          return { then: { session: { open: { resume: picked.id } } } };
        },
      }),
    );
}
