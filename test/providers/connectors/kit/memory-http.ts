import { Agent, type Dispatcher } from 'undici';
import type { Answer, Received } from './subject';
import { bytesOf, receivedOf } from './upstream';

/** More requests than any call needs. */
const REQUESTS_MAX = 200;

/**
 * Answers every HTTP client without a network while `run` runs: thousands of calls a second. An
 * answer of null is a broken connection. The faked clock advances with each request.
 */
export async function inMemory<T>(
  answer: (request: Received) => Answer | null,
  run: () => Promise<T>,
): Promise<T> {
  let requests = 0;
  const dispatch = jest.spyOn(Agent.prototype, 'dispatch').mockImplementation((sent, handler) => {
    requests += 1;
    if (requests > REQUESTS_MAX) throw new Error('a call makes endless requests');
    jest.setSystemTime(Date.now() + 1_000);
    respond(handler, answer(requestOf(sent)));
    return true;
  });
  try {
    return await run();
  } finally {
    dispatch.mockRestore();
  }
}

function requestOf({ method, path, headers, body }: Dispatcher.DispatchOptions): Received {
  const named = headers as Readonly<Record<string, string>>;
  const text = typeof body === 'string' ? body : '';
  return receivedOf(method, path, named, text);
}

const controller = { abort: () => undefined } as unknown as Dispatcher.DispatchController;

function respond(handler: Dispatcher.DispatchHandler, answer: Answer | null): void {
  handler.onRequestStart?.(controller, null);
  if (answer === null) {
    const error = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
    handler.onResponseError?.(controller, error);
    return;
  }
  handler.onResponseStart?.(controller, answer.status, { date: new Date().toUTCString() });
  handler.onResponseData?.(controller, bytesOf(answer));
  handler.onResponseEnd?.(controller, {});
}
