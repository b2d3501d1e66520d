import type { ResponsesPort, StoredResponse } from "../ports/responses-port.ts";

/** The newest answers, as long as the program runs. */
export function memoryResponses(max: number): ResponsesPort {
  const kept = new Map<string, StoredResponse>();
  return {
    async put(response) {
      await Promise.resolve();
      kept.delete(response.id);
      const [oldest] = kept.keys();
      if (kept.size >= max && oldest !== undefined) kept.delete(oldest);
      kept.set(response.id, response);
    },
    get: async (id) => await Promise.resolve(kept.get(id)),
    delete: async (id) => await Promise.resolve(kept.delete(id)),
  };
}
