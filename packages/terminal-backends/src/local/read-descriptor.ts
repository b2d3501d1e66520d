import { constants, open, read } from "node:fs";

/**
 * Opens a file without waiting: a named pipe would otherwise hold the call until somebody writes to it.
 *
 * A search reads tens of thousands of small files, most of whose cost is the way through the pool of threads. So what
 * may have to wait for a disk, the opening and the reading, goes there, and by callbacks; what only asks about or lets
 * go of an open file is done in place by the caller.
 */
export function openToRead(
  path: string,
  { followLink = true }: { readonly followLink?: boolean | undefined } = {},
): Promise<number> {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | (followLink ? 0 : constants.O_NOFOLLOW);
  return new Promise((resolve, reject) => {
    open(path, flags, (error, fd) => {
      if (error === null) resolve(fd);
      else reject(error);
    });
  });
}

const maxChunkBytes = 8 * 1024 * 1024;

/** Reads to the end, whatever the size was said to be: a file may have grown, and those of /proc say zero. */
export async function readToEnd(
  fd: number,
  { size, signal }: { readonly size: number; readonly signal?: AbortSignal | undefined },
): Promise<Uint8Array> {
  // One byte more than is expected, so that the end is seen by the first reading.
  const expected = Buffer.allocUnsafeSlow((size === 0 ? 16_384 : size) + 1);
  let length = 0;
  while (length < expected.length) {
    signal?.throwIfAborted();
    const count = await readInto(fd, expected.subarray(length, length + maxChunkBytes));
    // A regular file gives less than it was asked for only at its end, and those of /proc piece by piece.
    if (count === 0 || (size > 0 && length + count === size)) return expected.subarray(0, length + count);
    length += count;
  }
  const rest = [expected];
  for (;;) {
    signal?.throwIfAborted();
    const chunk = Buffer.allocUnsafeSlow(1024 * 1024);
    const count = await readInto(fd, chunk);
    if (count === 0) return Buffer.concat(rest);
    rest.push(chunk.subarray(0, count));
  }
}

function readInto(fd: number, target: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    read(fd, target, 0, target.length, null, (error, count) => {
      if (error === null) resolve(count);
      else reject(error);
    });
  });
}
