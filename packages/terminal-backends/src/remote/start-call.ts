import type { ExecOptions } from "../backend.ts";
import { buildCallScript } from "./call-script.ts";
import type { CallScriptOptions } from "./call-script.ts";
import { newMark, RemoteCall } from "./remote-call.ts";
import { writeRemoteFile } from "./remote-files.ts";
import type { RemoteTask, RemoteTaskCall } from "./remote-task.ts";
import type { ShellTransport, TransportProcess } from "./shell-transport.ts";

export interface StartCallOptions {
  readonly transport: ShellTransport;
  readonly task: RemoteTask;
  readonly command: string;
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** What the command reads, to its end; open: what is written later. */
  readonly input: ExecOptions["stdin"] | "open";
  readonly pty: { readonly columns: number; readonly rows: number } | undefined;
  /** Whether the next command goes on where this one stops. */
  readonly save: boolean;
  readonly onText: (text: string) => void;
}

export interface StartedCall {
  readonly call: RemoteCall;
  readonly process: TransportProcess;
  readonly pid: number;
  /** Lets go of the state that it started from. */
  finish(): void;
  /** Takes over what the command left behind. */
  adopt(directory: string, givenCwd: string | undefined): void;
}

/** Linux takes 128 KiB per argument; a quote grows up to thirteenfold on the way through two shells. */
const maxScriptBytes = 60_000;

/** Starts a command and waits until it runs. @throws {PlaceLost} {FolderMissing} It does not. */
export async function startCall(options: StartCallOptions): Promise<StartedCall> {
  const { transport, task, cwd, env = {}, input, pty, save, command, onText } = options;
  const taskCall = task.begin();
  const mark = newMark();
  try {
    const file = await storeLongCommand(options, taskCall);
    const script: CallScriptOptions = {
      place: task.place,
      mark,
      command: file === undefined ? { text: command } : { file },
      cwd: cwd === undefined ? task.cwd : task.absolute(cwd),
      env,
      taskFolder: task.folder,
      stateFile: taskCall.stateFile,
      saveTo: save ? taskCall.saveTo : undefined,
      marker: taskCall.marker,
      unused: [...taskCall.unused, ...(file === undefined ? [] : [file])],
      pty: pty !== undefined,
    };
    const process = await transport.start({
      script: buildCallScript(script),
      input: input !== undefined,
      pty,
      needsVariables: true,
      mayLeaveChildren: true,
    });
    const call = new RemoteCall({ transport, process, mark, marker: taskCall.marker, onText });
    task.track(call);
    const isGiven = input !== undefined && input !== "open" && pty === undefined;
    if (isGiven) feed(process, input);
    const pid = await call.started;
    // A terminal that is not yet passed on would take the end of the input for itself.
    if (pty !== undefined && input !== "open") feed(process, input ?? "");
    return {
      call,
      process,
      pid,
      finish: () => taskCall.finish(),
      adopt: (directory, givenCwd) => task.adopt(taskCall, directory, givenCwd),
    };
  } catch (error) {
    taskCall.finish();
    throw error;
  }
}

/** A command need not read its input to the end. */
function feed(process: TransportProcess, input: string | Uint8Array): void {
  process
    .write(input)
    .then(() => process.closeInput())
    .catch(() => undefined);
}

async function storeLongCommand(
  { transport, task, command }: StartCallOptions,
  { commandFile }: RemoteTaskCall,
): Promise<string | undefined> {
  const quotes = command.split("'").length - 1;
  if (Buffer.byteLength(command) + 12 * quotes <= maxScriptBytes) return undefined;
  const bytes = new TextEncoder().encode(command);
  await writeRemoteFile({ transport, place: task.place, signal: undefined }, commandFile, bytes);
  return commandFile;
}
