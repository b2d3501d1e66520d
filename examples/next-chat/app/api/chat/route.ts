import { chat } from "../../../lib/agent.ts";

export const POST = (request: Request): Promise<Response> => chat().POST(request);
