const requestIds = new WeakMap<object, string>();

/** Remembers the request that returned an answer. */
export function noteRequestId(answer: object, requestId: string | null): void {
  if (requestId !== null) requestIds.set(answer, requestId);
}

/**
 * The id of the request that returned this object, in the gateway's log; null for an object that no
 * method returned. A failed request has `requestId` in its SaphanError.
 */
export const requestIdOf = (answer: object): string | null => requestIds.get(answer) ?? null;
