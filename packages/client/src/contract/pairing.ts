import * as z from "zod";

/** People in chats who wait to be let in, and those who were. Times are milliseconds since 1970. */
export interface PairingsInfo {
  readonly pending: readonly {
    readonly platform: string;
    readonly userId: string;
    readonly name?: string | undefined;
    readonly askedAt: number;
  }[];
  readonly approved: readonly {
    readonly platform: string;
    readonly userId: string;
    readonly name?: string | undefined;
    readonly tier: "owner" | "user";
    readonly approvedAt: number;
  }[];
}

const person = { platform: z.string(), userId: z.string(), name: z.string().optional() };

export const pairingsInfo: z.ZodType<PairingsInfo> = z.object({
  pending: z.array(z.object({ ...person, askedAt: z.number() })),
  approved: z.array(z.object({ ...person, tier: z.enum(["owner", "user"]), approvedAt: z.number() })),
});

/** Lets in who told the person their code. */
export interface PairingApproval {
  readonly platform: string;
  readonly code: string;
  /** With all tools, and approvals. @default false */
  readonly owner?: boolean | undefined;
}

export const pairingApproval: z.ZodType<PairingApproval> = z.strictObject({
  platform: z.string().min(1).max(64),
  code: z.string().min(1).max(64),
  owner: z.boolean().optional(),
});

/** Somebody on a platform. */
export interface PairedPerson {
  readonly platform: string;
  readonly userId: string;
}

export const pairedPerson: z.ZodType<PairedPerson> = z.strictObject({
  platform: z.string().min(1).max(64),
  userId: z.string().min(1).max(512),
});
