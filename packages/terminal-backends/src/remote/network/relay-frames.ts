/** What is said between this program and a relay: kind (1 byte), connection (4 bytes), length (4 bytes), and as many bytes. */
export const frameKinds = {
  /** Of the relay: it listens; the bytes are its port, in digits. */
  listening: 0,
  /** Of the relay: somebody has connected. */
  open: 1,
  data: 2,
  /** No more data comes from this side. */
  end: 3,
  /** The connection is over for both sides; what was sent before still arrives. One that both sides have ended needs none. */
  close: 4,
  /** So many bytes of data were taken (4 bytes): as many more may be sent. */
  taken: 5,
} as const;

export type FrameKind = keyof typeof frameKinds;

export interface Frame {
  readonly kind: FrameKind;
  readonly connection: number;
  readonly data: Buffer;
}

/** Bytes of data of one connection that a side may send before they were taken. */
export const windowBytes = 262_144;
export const maxFrameBytes = 65_536;
const headerBytes = 9;

export function encodeFrame(kind: FrameKind, connection: number, data: Uint8Array = noBytes): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt8(frameKinds[kind], 0);
  header.writeUInt32BE(connection, 1);
  header.writeUInt32BE(data.length, 5);
  return Buffer.concat([header, data]);
}

/**
 * Reads frames from bytes as they come.
 *
 * @returns Takes the next bytes. False: they are none of a relay, and nothing further is read.
 */
export function frameReader(onFrame: (frame: Frame) => void): (bytes: Uint8Array) => boolean {
  let rest: Buffer = noBytes;
  return (bytes) => {
    rest = rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([rest, bytes]);
    while (rest.length >= headerBytes) {
      const [kind, connection, length] = [rest.readUInt8(0), rest.readUInt32BE(1), rest.readUInt32BE(5)];
      const name = kindNames.get(kind);
      if (name === undefined || length > maxFrameBytes) return false;
      if (rest.length < headerBytes + length) break;
      const data = rest.subarray(headerBytes, headerBytes + length);
      rest = rest.subarray(headerBytes + length);
      onFrame({ kind: name, connection, data });
    }
    return true;
  };
}

const noBytes = Buffer.alloc(0);
const kindNames: ReadonlyMap<number, FrameKind> = new Map(
  // `Object.entries` forgets which names there are.
  Object.entries(frameKinds).map(([name, kind]) => [kind, name as FrameKind]),
);
