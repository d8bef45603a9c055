import { Agent, Client, request, type Dispatcher } from 'undici';
import { readAnswer, type Answer } from './answer';
import { createDialer, type DialerOptions } from './dial';

export interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

export interface Transport {
  /** Fills `answer` as the response arrives. Throws the error of the network or of the signal. */
  deliver(target: URL, post: Post, answer: Answer): Promise<void>;
  /** Closes every socket, including those in use. */
  destroy(): Promise<void>;
}

const userAgent = 'Saphan/1.0 (+webhooks)';
const socketsPerOriginMax = 32;
const idleSocketMsMax = 60_000;

export function createTransport(options: DialerOptions): Transport {
  const dialer = createDialer(options);
  const settings = {
    connect: dialer.connect,
    keepAliveMaxTimeout: idleSocketMsMax,
    // The timeout of the attempt covers both.
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
        // A receiver may close an idle socket while it is reused: the request is repeated on a new
        // socket. A reset of a new socket is a failure of the receiver.
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
  // undici does not follow redirects by default.
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
