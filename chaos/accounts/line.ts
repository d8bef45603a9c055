import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from '../../test/support/free-port';
import type { AccountName } from '../plan/operation';
import { randomFrom, weighted, type Random } from '../random';

/** The calls that give an order to an account. */
export type SubmissionCall = 'qr' | 'charge' | 'payout' | 'refund';

/**
 * What became of a submission. `refused` and `turned_away` are definite: the provider has not
 * carried it out and will not. `unknown`: no complete response was sent.
 */
export const submissionResults = ['taken', 'refused', 'turned_away', 'unknown'] as const;
export type SubmissionResult = (typeof submissionResults)[number];

/** A call of the gateway that arrived at an account. */
export interface Submission {
  readonly account: AccountName;
  readonly call: SubmissionCall;
  readonly orderId: string;
  result: SubmissionResult;
}

/**
 * `refuse`: a definite refusal, with a code that another account need not have. `turn away`: HTTP
 * 429. `lose`: the connection is cut, and the provider does not get the request. `cut`: the
 * connection is cut after the provider has carried the request out.
 */
type Effect = 'pass' | 'refuse' | 'turn away' | 'lose' | 'cut';

/** The wire format of an account's connector. */
interface Wire {
  readonly effects: Readonly<Record<Effect, number>>;
  readonly refusal: { readonly status: number; readonly body: object };
  readonly submissionIn: (arrived: Arrived) => Pick<Submission, 'call' | 'orderId'> | null;
}

interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const calls: Readonly<Record<string, SubmissionCall>> = {
  '/payouts': 'payout',
  '/refunds': 'refund',
  '/charges': 'charge',
};

const generic: Wire = {
  effects: { pass: 40, refuse: 18, 'turn away': 10, lose: 10, cut: 22 },
  refusal: { status: 422, body: { error: { code: 'maintenance', message: 'Maintenance.' } } },
  submissionIn({ method, path, body }) {
    const call = calls[path];
    if (method !== 'POST' || call === undefined) return null;
    return { call, orderId: (JSON.parse(body) as { readonly orderId: string }).orderId };
  },
};

const code = 'payment_method_not_available';
const stripe: Wire = {
  // The gateway inquires about a lost request for a minute before it gives up: `lose` is absent.
  effects: { pass: 45, refuse: 25, 'turn away': 15, lose: 0, cut: 15 },
  refusal: {
    status: 400,
    body: { error: { type: 'invalid_request_error', code, message: 'Not available.' } },
  },
  submissionIn({ method, path, headers }) {
    if (method !== 'POST' || path !== '/v1/payment_intents') return null;
    return { call: 'qr', orderId: headers['idempotency-key'] ?? '' };
  },
};

const wires: Readonly<Record<AccountName, Wire>> = { stripe, first: generic, second: generic };

/** Headers of one connection. */
const hopHeaders = new Set(['connection', 'host', 'content-length', 'transfer-encoding']);

/**
 * The connection between the gateway and the provider of one account, in both directions. It
 * disturbs a share of the submissions, and records what became of each.
 */
export class Line {
  /** The base URL of the provider. */
  providerUrl = '';
  /** Callbacks of a sandbox bank go there; it knows the paths of the default account only. */
  callbackUrl = '';
  private readonly random: Random;
  private readonly server = createServer((request, response) => {
    this.respond(request, response).catch(() => response.destroy());
  });
  private port = 0;

  /** Submissions are appended to `log` when they arrive. */
  constructor(
    private readonly account: AccountName,
    seed: number,
    private readonly log: Submission[],
  ) {
    this.random = randomFrom(seed);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Accepts connections, always on the same port. */
  async open(): Promise<void> {
    // An outgoing connection could take an ephemeral port while the line is closed.
    this.port ||= await freePort();
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** Refuses connections and cuts those that are open. */
  async close(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrived = await readRequest(request);
    const topic = /^\/(\w+)\/gw\/webhook$/.exec(arrived.path)?.[1];
    if (topic !== undefined) return this.passOn(arrived, response, this.topicUrl(topic));
    const target = `${this.providerUrl}${request.url ?? ''}`;
    const found = wires[this.account].submissionIn(arrived);
    if (found === null) return this.passOn(arrived, response, target);
    const effect = this.effectOn(found.orderId);
    const submission: Submission = { account: this.account, ...found, result: 'unknown' };
    this.log.push(submission);
    if (effect === 'lose') return void response.destroy();
    if (effect === 'turn away') return answer(response, submission, 429, '{}');
    if (effect === 'refuse') {
      const { status, body } = wires[this.account].refusal;
      return answer(response, submission, status, JSON.stringify(body));
    }
    const given = await forward(arrived, response, target);
    if (effect === 'cut') return void response.destroy();
    return answer(response, submission, given.status, given.body);
  }

  /** A provider that may have the request does not refuse its repetition. */
  private effectOn(orderId: string): Effect {
    const effect = weighted(this.random, wires[this.account].effects);
    const mayHaveIt = this.log.some(
      (earlier) =>
        earlier.account === this.account && earlier.orderId === orderId && !isDefinite(earlier),
    );
    return mayHaveIt && (effect === 'refuse' || effect === 'turn away') ? 'pass' : effect;
  }

  private topicUrl(topic: string): string {
    return `${this.callbackUrl}/${topic === 'withdraw' ? 'withdrawal' : topic}`;
  }

  private async passOn(arrived: Arrived, response: ServerResponse, target: string): Promise<void> {
    const { status, body } = await forward(arrived, response, target);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }
}

/** The provider has certainly not carried out the submission, or not received it. */
export const isDefinite = ({ result }: Pick<Submission, 'result'>): boolean =>
  result === 'refused' || result === 'turned_away';

async function readRequest(request: IncomingMessage): Promise<Arrived> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    hopHeaders.has(name) || value === undefined ? [] : [[name, String(value)]],
  );
  return {
    method: request.method ?? '',
    path: (request.url ?? '').replace(/\?.*/, ''),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

/** Rejects when the target gives no complete response, or when the sender gives up. */
async function forward(
  { method, headers, body }: Arrived,
  sender: ServerResponse,
  target: string,
): Promise<{ readonly status: number; readonly body: string }> {
  const gone = new AbortController();
  sender.once('close', () => gone.abort());
  const response = await fetch(target, {
    method,
    headers,
    signal: gone.signal,
    ...(method === 'GET' ? {} : { body }),
  });
  return { status: response.status, body: await response.text() };
}

function answer(
  response: ServerResponse,
  submission: Submission,
  status: number,
  body: string,
): void {
  submission.result = resultOf(status);
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

function resultOf(status: number): SubmissionResult {
  // 409: the provider has it already.
  if (status < 300 || status === 409) return 'taken';
  if (status === 401 || status === 429) return 'turned_away';
  return status < 500 ? 'refused' : 'unknown';
}
