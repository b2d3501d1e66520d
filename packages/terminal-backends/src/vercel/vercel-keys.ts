import type { Environment } from "@hermes/registry";
import { z } from "zod";

export const vercelKeyNames = "VERCEL_TOKEN, VERCEL_TEAM_ID and VERCEL_PROJECT_ID (or VERCEL_OIDC_TOKEN)";

export interface VercelKeys {
  readonly token: string;
  readonly teamId: string;
  readonly projectId: string;
}

/** What Vercel lets in by. Undefined when a part of it is missing. */
export function vercelKeys(env: Environment): VercelKeys | undefined {
  const { VERCEL_TOKEN: token, VERCEL_TEAM_ID: teamId, VERCEL_PROJECT_ID: projectId } = env;
  if (token && teamId && projectId) return { token, teamId, projectId };
  const passport = env["VERCEL_OIDC_TOKEN"];
  return passport ? fromPassport(passport) : undefined;
}

/** The token that `vercel env pull` writes says in its middle part whom it stands for. */
function fromPassport(token: string): VercelKeys | undefined {
  const claims = z.object({ owner_id: z.string(), project_id: z.string() });
  try {
    const text = Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8");
    const { owner_id: teamId, project_id: projectId } = claims.parse(JSON.parse(text));
    return { token, teamId, projectId };
  } catch {
    return undefined;
  }
}
