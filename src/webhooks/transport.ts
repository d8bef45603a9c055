import { Agent, Client, request } from 'undici';
import type { Dispatcher } from 'undici';
import { readAnswer } from './answer';
import type { Answer } from './answer';
import { createDialer } from './dial';
import type { DialerOptions } from './dial';

export interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Carries posts over sockets that are kept open between them. */
export interface Transport {
  /** Posts, and fills `answer` as it comes. Throws what the network or the signal throws. */
  deliver(target: URL, post: Post, answer: Answer): Promise<void>;
  /** Ends every socket, whatever it is doing. */
  destroy(): Promise<void>;
}

const userAgent = 'Saphan/0.1 (+webhooks)';
const socketsPerOriginMax = 32;
const idleSocketMsMax = 60_000;

export function createTransport(options: DialerOptions): Transport {
  const dialer = createDialer(options);
  const settings = {
    connect: dialer.connect,
    keepAliveMaxTimeout: idleSocketMsMax,
    // The deadline of the attempt covers both.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const agent = new Agent({ ...settings, connections: socketsPerOriginMax });
  return {
    async deliver(target, post, answer) {
      const startedAtMs = performance.now();
      try {
        await exchange(agent, target, post, answer);
      } catch (fault) {
        // A receiver may close an idle socket just as we use it. That says nothing about the
        // receiver, so it is dialled once more; any other reset is its answer.
        if (answer.statusCode !== null || !dialer.wasStale(fault, startedAtMs)) throw fault;
        const fresh = new Client(target.origin, settings);
        try {
          await exchange(fresh, target, post, answer);
        } finally {
          await fresh.destroy();
        }
      }
    },
    destroy: () => agent.destroy(),
  };
}

async function exchange(
  dispatcher: Dispatcher,
  target: URL,
  { headers, body, signal }: Post,
  answer: Answer,
): Promise<void> {
  // No redirect is followed: undici does so only where it is told to.
  const response = await request(target, {
    dispatcher,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      'user-agent': userAgent,
      ...headers,
    },
    body,
    signal,
  });
  await readAnswer(response, answer);
}
