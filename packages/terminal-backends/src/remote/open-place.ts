import { randomBytes } from "node:crypto";
import { quoteShellWord } from "../shell-script.ts";
import { buildKeeperScript } from "./end-script.ts";
import { markerName } from "./call-script.ts";
import type { RemotePlace } from "./remote-place.ts";
import { notRun } from "./run-script.ts";
import type { ShellTransport, TransportProcess } from "./shell-transport.ts";
import { whenEnded } from "./when-ended.ts";

export interface OpenPlaceOptions {
  readonly transport: ShellTransport;
  /** Folder to start in; made when it is missing. Undefined: where a shell starts there. */
  readonly cwd: string | undefined;
  readonly cleanup: string | undefined;
}

/** Starts the keeper of a place, which also reports what is there. */
export async function openPlace(options: OpenPlaceOptions): Promise<RemotePlace> {
  const { transport, cwd, cleanup } = options;
  const id = randomBytes(6).toString("hex");
  const enter = cwd === undefined ? undefined : goTo(cwd);
  const script = buildKeeperScript({ marker: `${markerName}=${id}/`, enter, cleanup });
  const keeper = await transport.start({ script, input: true, needsVariables: true });
  const [folder = "", home, directory = "", bash, setsid, stat] = await introduction(transport, keeper);
  keeper.unref();
  return {
    id,
    folder,
    home: home === "" ? undefined : home,
    directory,
    shell:
      bash === undefined || bash === ""
        ? { path: "/bin/sh", dialect: "posix" }
        : { path: bash, dialect: "bash" },
    setsid: setsid === "" ? undefined : setsid,
    stat: stat === "bsd" ? "bsd" : "gnu",
    keeper,
  };
}

function goTo(cwd: string): string {
  // The tilde stands outside of the quotes, so that the shell there puts in its home.
  const word = /^~(?=\/|$)/.test(cwd) ? `"$HOME"${quoteShellWord(cwd.slice(1))}` : quoteShellWord(cwd);
  return `{ [ -d ${word} ] || mkdir -p -- ${word}; } && cd -- ${word} || exit 1`;
}

/** What the keeper says first. It must be there before the first command, or nobody would end that one. */
function introduction(transport: ShellTransport, keeper: TransportProcess): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    let said = "";
    keeper.onOutput((bytes) => {
      said += new TextDecoder().decode(bytes);
      const parts = said.split("\x1e");
      if (parts.at(-1) === "ready") resolve(parts.slice(1, -1));
    });
    whenEnded(keeper.ended, (end) => reject(notRun(transport, end, said)));
  });
}
