import { chmod, lstat, mkdir, unlink } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { dirname } from "node:path";
import { HermesError } from "@hermes/registry";

/** Longest path of a socket that every system takes. */
const maxPathBytes = 103;

/**
 * Listens on a socket that only this user can open: 0600, in a folder that is theirs alone. One that a dead program left is
 * replaced.
 *
 * @throws {HermesError} `PLATFORM_CONFLICT` where a program listens there; `PLATFORM_UNREACHABLE` where it can't be made.
 */
export async function listenPrivately(path: string, onConnection: (socket: Socket) => void): Promise<Server> {
  if (Buffer.byteLength(path) > maxPathBytes)
    throw new HermesError(`The path of the socket is longer than ${maxPathBytes} bytes: ${path}.`, {
      code: "PLATFORM_UNREACHABLE",
      hint: "Use a home with a shorter path (HERMES_HOME).",
    });
  try {
    await privateFolder(dirname(path));
    if (await isAnswered(path))
      throw new HermesError(`A program listens at ${path} already.`, {
        code: "PLATFORM_CONFLICT",
        hint: "One gateway runs in each home: stop the other one first.",
        data: { socket: path },
      });
    await unlink(path).catch(ignoreMissing);
    const server = createServer(onConnection);
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));
    await chmod(path, 0o600);
    return server;
  } catch (error) {
    if (HermesError.is(error)) throw error;
    throw new HermesError(`No socket can be made at ${path}: ${codeOf(error)}.`, {
      code: "PLATFORM_UNREACHABLE",
      cause: error,
    });
  }
}

async function privateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = await lstat(folder);
  const isMine = process.getuid === undefined || process.getuid() === uid;
  if (!isMine || (mode & 0o170000) !== 0o040000)
    throw new HermesError(`${folder} is not a folder of this user.`, { code: "PLATFORM_UNREACHABLE" });
  if ((mode & 0o077) !== 0) await chmod(folder, 0o700);
}

async function isAnswered(path: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== "ENOENT") throw error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
