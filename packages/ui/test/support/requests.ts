import { chatBody, readEvents, words } from "./sse-client.ts";

export const json = { "content-type": "application/json" };
const home = "http://app.test/api/chat";

export function request(
  path: string,
  { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {},
): Request {
  return new Request(`${home}${path}`, { ...init, headers: { host: "app.test", ...headers } });
}

export function said(text: string, headers: Record<string, string> = {}, id = "s"): Request {
  return request("", { ...chatBody(id, words(text)), headers: { ...json, ...headers } });
}

export async function textOf(response: Response): Promise<string> {
  let text = "";
  for await (const { data } of readEvents(response)) text += data;
  return text;
}
