import type { SessionNotices } from "../journal/session-notices.ts";
import type { ChildRecords } from "./child-ports.ts";
import type { ChildRecord } from "./child-record.ts";

/** Records that live as long as the object. @param notices Those of the journal. */
export function memoryChildRecords(notices?: Pick<SessionNotices, "record">): ChildRecords {
  const last = new Map<string, ChildRecord>();
  return {
    start(record) {
      if ((last.get(record.id)?.run ?? 0) >= record.run) return false;
      last.set(record.id, record);
      return true;
    },
    async finish({ id, run, parentId }, end, notice) {
      const record = last.get(id);
      if (record?.run !== run || record.state !== "running") return false;
      last.set(id, { ...record, state: end.state, end });
      if (notice !== undefined) await notices?.record(parentId, notice);
      return true;
    },
    get: (id) => last.get(id),
    list: ({ parentId, running = false } = {}) =>
      [...last.values()].filter(
        (record) =>
          (parentId === undefined || record.parentId === parentId) &&
          (!running || record.state === "running"),
      ),
  };
}
