import type { SendRequestOptions } from "@agentclientprotocol/sdk";
import type { EditorAccess, EditorCall } from "../ports/editor-access.ts";
import type { Editor } from "./editor.ts";
import { editorTerminal } from "./editor-terminal.ts";
import { unlessRefused } from "./unless-refused.ts";

/** What the editor has said that it offers; undefined where that is nothing. */
export function editorAccess(editor: Editor, sessionId: () => string): EditorAccess | undefined {
  const { client, can } = editor;
  const { readTextFile = false, writeTextFile = false } = can.fs ?? {};
  if (!readTextFile && !writeTextFile && can.terminal !== true) return undefined;
  return {
    read: readTextFile
      ? async (path, options) => {
          const until = untilAborted(options);
          const asked = client.request("fs/read_text_file", { sessionId: sessionId(), path }, until);
          return (await unlessRefused(asked, `read ${path}`))?.content;
        }
      : undefined,
    write: writeTextFile
      ? async (path, content, options) => {
          const until = untilAborted(options);
          const asked = client.request(
            "fs/write_text_file",
            { sessionId: sessionId(), path, content },
            until,
          );
          await unlessRefused(asked, `write ${path}`);
        }
      : undefined,
    openTerminal: can.terminal === true ? editorTerminal(editor, sessionId) : undefined,
  };
}

function untilAborted({ signal }: EditorCall): SendRequestOptions {
  return signal === undefined ? {} : { cancellationSignal: signal, stopWaitingOnCancel: true };
}
