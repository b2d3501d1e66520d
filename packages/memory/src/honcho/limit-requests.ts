/** As much of the SDK's way to the server as is changed here. */
interface Requests {
  request<Value>(method: string, path: string, options?: { signal?: AbortSignal }): Promise<Value>;
}

/** Any request, with its answer: the SDK's own limit ends with the head of the answer. */
const requestMs = 30_000;

/**
 * Ends every request of a client with `signal`, and after half a minute. The SDK's methods take no signal, and one that
 * hangs in the middle of an answer would keep the program from ending.
 */
export function limitRequests(requests: Requests, signal: AbortSignal): void {
  const send = requests.request.bind(requests);
  requests.request = async <Value>(
    method: string,
    path: string,
    options: { signal?: AbortSignal } = {},
  ): Promise<Value> => {
    signal.throwIfAborted();
    const limited = AbortSignal.any([signal, AbortSignal.timeout(requestMs)]);
    return await send<Value>(method, path, { ...options, signal: limited });
  };
}
