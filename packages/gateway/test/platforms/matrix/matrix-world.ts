import { randomBytes } from "node:crypto";

export interface WorldEvent {
  readonly event_id: string;
  readonly type: string;
  readonly room_id: string;
  readonly sender: string;
  readonly origin_server_ts: number;
  content: Record<string, unknown>;
  readonly state_key?: string;
  unsigned?: Record<string, unknown>;
  /** Its place in the stream of the server. */
  readonly at: number;
}

/** Rooms, people and what was said: what a homeserver keeps. Tokens of a sync are `s` and a place in the stream. */
export class MatrixWorld {
  readonly name = "localhost";
  readonly events: WorldEvent[] = [];
  readonly tokens: Map<string, { readonly userId: string; readonly deviceId: string }> = new Map();
  readonly passwords: Map<string, string> = new Map();
  readonly media: Map<string, { readonly bytes: Buffer; readonly type: string }> = new Map();
  readonly accountData: Map<string, Record<string, unknown>> = new Map();
  readonly #watchers = new Set<() => void>();
  #place = 0;

  id(sign: string): string {
    return `${sign}${randomBytes(12).toString("base64url")}`;
  }

  get place(): number {
    return this.#place;
  }

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  add(
    roomId: string,
    sender: string,
    type: string,
    content: Record<string, unknown>,
    stateKey?: string,
  ): WorldEvent {
    const before = stateKey === undefined ? undefined : this.state(roomId, type, stateKey);
    const event: WorldEvent = {
      event_id: this.id("$"),
      ...{ type, room_id: roomId, sender, content, origin_server_ts: Date.now(), at: (this.#place += 1) },
      ...(stateKey === undefined ? {} : { state_key: stateKey }),
      ...(before === undefined ? {} : { unsigned: { prev_content: before.content } }),
    };
    this.events.push(event);
    for (const watcher of this.#watchers) watcher();
    return event;
  }

  createRoom(creator: string, members: readonly string[], name?: string): string {
    const roomId = `${this.id("!")}:${this.name}:8448`;
    this.add(roomId, creator, "m.room.create", { creator, room_version: "10" }, "");
    for (const member of [creator, ...members])
      this.add(
        roomId,
        member,
        "m.room.member",
        { membership: "join", displayname: displayName(member) },
        member,
      );
    if (name !== undefined) this.add(roomId, creator, "m.room.name", { name }, "");
    return roomId;
  }

  state(
    roomId: string,
    type: string,
    key: string,
    until: number = Number.POSITIVE_INFINITY,
  ): WorldEvent | undefined {
    return this.events.findLast(
      (each) => each.room_id === roomId && each.type === type && each.state_key === key && each.at <= until,
    );
  }

  membership(roomId: string, userId: string): unknown {
    return this.state(roomId, "m.room.member", userId)?.content["membership"];
  }

  roomIds(): readonly string[] {
    return [...new Set(this.events.map((event) => event.room_id))];
  }

  joined(roomId: string): readonly WorldEvent[] {
    const people = this.events.filter((each) => each.room_id === roomId && each.type === "m.room.member");
    const ids = [...new Set(people.map((each) => each.state_key ?? ""))];
    return ids.flatMap((id) => {
      const member = this.state(roomId, "m.room.member", id);
      return member?.content["membership"] === "join" ? [member] : [];
    });
  }

  redact(roomId: string, eventId: string): void {
    const event = this.events.find((each) => each.room_id === roomId && each.event_id === eventId);
    if (event === undefined) return;
    event.content = {};
    event.unsigned = { ...event.unsigned, redacted_because: {} };
  }
}

export function displayName(userId: string): string {
  const local = userId.slice(1, userId.indexOf(":"));
  return `${local.charAt(0).toUpperCase()}${local.slice(1)}`;
}
