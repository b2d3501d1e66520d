import type { WorldEvent } from "./matrix-world.ts";

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly json: Record<string, unknown>;
  readonly contentType: string;
  readonly token: string;
  readonly userId: string;
  readonly deviceId: string;
}

export class MatrixError extends Error {
  readonly status: number;
  readonly errcode: string;
  readonly more: object;
  constructor(status: number, errcode: string, message: string, more: object = {}) {
    super(message);
    this.status = status;
    this.errcode = errcode;
    this.more = more;
  }
}

/** An event as this person is given it: the transaction is told to who sent it alone. */
export function forClient(event: WorldEvent, { userId }: Pick<Asked, "userId">): object {
  const { at: _, unsigned, ...rest } = event;
  const { transaction_id: txn, ...others } = unsigned ?? {};
  const own = event.sender === userId && txn !== undefined ? { transaction_id: txn } : {};
  return { ...rest, unsigned: { ...others, ...own } };
}
