import type { Connector, ProviderClient } from '../../../../src/providers/connectors/connector';
import type { Exchange as Recorded } from '../../../../src/providers/connectors/http-client';
import { atTime } from './clock';
import type { Kit } from './check';
import { inMemory } from './memory-http';
import type { Answer, Call, Case, Exchange, Received } from './subject';
import { answerTo, startUpstream, stepOf, type Play, type Upstream } from './upstream';

/** The result of a call of the port; `closeQr` answers a text, the others objects of a kind. */
export type Result = { readonly kind: string } | string;

/** Undefined when the client does not have the method. */
export function perform(client: ProviderClient, call: Call): Promise<Result> | undefined {
  switch (call.method) {
    case 'openQr':
      return client.openQr?.(call.input);
    case 'send':
      return client.send(call.input);
    case 'find':
      return client.find(call.input);
    case 'verifySlip':
      return client.verifySlip?.(call.input);
    case 'closeQr':
      return client.closeQr?.(call.input);
    case 'probe':
      return client.probe();
  }
}

export const kindOf = (result: Result): string =>
  typeof result === 'string' ? result : result.kind;

export interface Performed {
  readonly result: Result;
  readonly received: Upstream['received'];
  /** What the connector gave to the recorder. */
  readonly recorded: readonly Recorded[];
}

/** One call against an upstream that follows a script, at the time of the subject. */
export async function performAt(kit: Kit, call: Call, play: Play): Promise<Performed> {
  const [performed] = await performAll(kit, [call], play);
  if (performed === undefined) throw new Error('nothing was performed');
  return performed;
}

/** Calls of one client, one after the other. */
export async function performAll(
  { connector, subject }: Kit,
  calls: readonly Call[],
  play: Play,
): Promise<readonly Performed[]> {
  return atTime(subject.now, async () => {
    const upstream = await startUpstream(play);
    const all: Performed[] = [];
    const recorded: Recorded[] = [];
    const client = connector.connect(subject.account(upstream.url), (exchange) =>
      recorded.push(exchange),
    );
    try {
      for (const call of calls) {
        const [before, before2] = [upstream.received.length, recorded.length];
        const result = await perform(client, call);
        if (result === undefined) throw new Error(`the connector has no ${call.method}`);
        const received = upstream.received.slice(before);
        all.push({ result, received, recorded: recorded.slice(before2) });
      }
    } finally {
      await upstream.close();
      await client.close();
    }
    return all;
  });
}

export type Script = (request: Received, step: number | null) => Answer | null;

/** One call without a network; the script answers the exchanges of the case. */
export async function performScripted(
  { connector, subject }: Kit,
  call: Call,
  exchanges: readonly Exchange[],
  script: Script,
): Promise<Pick<Performed, 'result' | 'received'>> {
  const received: Performed['received'][number][] = [];
  const account = subject.account('http://127.0.0.1:9');
  const result = await inMemory(
    (request) => {
      const step = stepOf(exchanges, received, request);
      received.push({ ...request, step });
      return script(request, step);
    },
    async () => {
      const connected = connector.connect(account, () => undefined);
      const done = await perform(connected, call);
      await connected.close();
      if (done === undefined) throw new Error(`the connector has no ${call.method}`);
      return done;
    },
  );
  return { result, received };
}

/** One call without a network and without faults, at the time of the subject. */
export const performInMemory = (kit: Kit, call: Call, exchanges: readonly Exchange[]) =>
  atTime(kit.subject.now, () => performScripted(kit, call, exchanges, answering(exchanges)));

/** Answers as recorded, and 404 to every other request. */
export const answering =
  (exchanges: readonly Exchange[]): Script =>
  (request, step) => {
    const exchange = step === null ? undefined : exchanges[step];
    return exchange === undefined ? { status: 404, json: {} } : answerTo(exchange, request);
  };

/** Creates something: an unknown outcome must not be repeated. */
export const isCreation = ({ method }: Call): boolean => method === 'openQr' || method === 'send';

/** The index of the exchange that moves money; -1 when none does. */
export const actingStep = ({ exchanges }: Case): number =>
  exchanges.findIndex(({ acts }) => acts === true);

/** The kind of money of a call: `qr` or the kind of a request. */
export function moneyOf(call: Call): keyof Connector['traits']['idempotent'] | null {
  if (call.method === 'openQr') return 'qr';
  return call.method === 'send' ? call.input.kind : null;
}

/** The inquiry that the gateway makes after an unknown outcome of the call. */
export function inquiryAfter(call: Call, now: Date): Call {
  if (call.method !== 'openQr' && call.method !== 'send') throw new Error(call.method);
  const { orderId, amountSatang } = call.input;
  return {
    method: 'find',
    input: {
      kind: call.method === 'openQr' ? 'payment' : call.input.kind,
      orderId,
      ref: null,
      providerRef: null,
      paymentRef: (call.method === 'send' && call.input.paymentRef) || null,
      amountSatang,
      createdAt: now,
      expiresAt: call.method === 'openQr' ? call.input.expiresAt : null,
      sentForMs: 0,
    },
  };
}

/** The first case of each method, kind and number of exchanges. */
export function distinctCases(cases: readonly Case[]): readonly Case[] {
  const seen = new Set<string>();
  return cases.filter((one) => {
    const kind =
      one.call.method === 'send' || one.call.method === 'find' ? one.call.input.kind : '';
    const key = `${one.call.method} ${kind} ${one.exchanges.length}`;
    return !seen.has(key) && seen.add(key);
  });
}
