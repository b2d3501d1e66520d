import { chat } from "../../../../../lib/agent.ts";

/** `/api/chat/ID/stream`: what is being said right now. */
export const GET = (request: Request): Promise<Response> => chat().GET(request);
