import type { OrderReference } from '../../../../../src/providers/connectors/connector';
import { callbackOf } from '../callback';
import type { Check, Group, Kit } from '../check';
import { changed, leaves } from '../json';
import { performInMemory } from '../perform';
import type { Answer, Call, Case, Received } from '../subject';
import { answerTo } from '../upstream';

/** Ids that would leave their place in a URL. */
const evilIds: readonly string[] = [
  '',
  '.',
  '..',
  '../evil',
  '../../v1/evil',
  'evil/evil',
  '/evil',
  '//evil.example/x',
  '\\evil',
  'evil?x=1',
  'evil#x',
  'evil&x=1',
  'evil;x',
  'evil%2Fx',
  '%2e%2e%2fevil',
  'evil evil',
  'evil\r\nx-evil: 1',
  'evil\u0000',
  'evil\u202E',
  'https://evil.example/x',
  'evil@evil.example',
  'ไทย',
  'evil'.repeat(2_000),
];

export const foreignIds: Group = {
  title: 'ids from outside',
  checks: (kit) => [...kit.subject.cases.flatMap((one) => given(kit, one)), ...hinted(kit)],
};

/** The ids that a call names, and the texts of the answers before its last request. */
function given(kit: Kit, one: Case): Check[] {
  const { title, call } = one;
  const inCall = idsOf(call).map(({ name, replaced }) => ({
    title: `${name} of "${title}" reaches no URL unchecked`,
    async run() {
      const wrong: object[] = [];
      for (const id of evilIds) {
        const { received } = await performInMemory(kit, replaced(id), one.exchanges);
        wrong.push(...received.filter((request) => carries(request, id)));
      }
      expect(wrong).toEqual([]);
    },
  }));
  const answered = one.exchanges.length > 1 ? [inAnswers(kit, one)] : [];
  return [...inCall, ...answered];
}

interface Id {
  readonly name: string;
  readonly replaced: (id: string) => Call;
}

/** Everything in a call that another system chose. */
function idsOf(call: Call): Id[] {
  switch (call.method) {
    case 'closeQr':
      return [{ name: 'the reference', replaced: (input) => ({ method: 'closeQr', input }) }];
    case 'verifySlip': {
      const { input, method } = call;
      return (['transRef', 'sendingBank'] as const).map((name) => ({
        name,
        replaced: (id) => ({ method, input: { ...input, [name]: id } }),
      }));
    }
    case 'find': {
      const { input, method } = call;
      return (['providerRef', 'paymentRef'] as const)
        .filter((name) => input[name] !== null)
        .map((name) => ({ name, replaced: (id) => ({ method, input: { ...input, [name]: id } }) }));
    }
    case 'send': {
      const { input, method } = call;
      if (input.paymentRef === undefined) return [];
      const replaced = (paymentRef: string) => ({ method, input: { ...input, paymentRef } });
      return [{ name: 'paymentRef', replaced }];
    }
    case 'openQr':
    case 'probe':
      return [];
  }
}

/** Whether the id, or a path that it leads to, is part of the request's URL. */
function carries({ target }: Pick<Received, 'target'>, id: string): boolean {
  const [path = '', query = ''] = target.split('?', 2);
  const segments = path.split('/').slice(1);
  if (segments.some((segment) => ['', '.', '..'].includes(segment))) return true;
  const isPlain = id === '' || /^\.+$/.test(id);
  if (isPlain) return false;
  const isInPath = target.includes(id) || path.includes(encodeURIComponent(id));
  return isInPath || path.includes('evil') || [...new URLSearchParams(query).values()].includes(id);
}

/** Each text of each answer but the last, and the last one's too: no later request carries it. */
function inAnswers(kit: Kit, one: Case): Check {
  return {
    title: `no text in an answer of "${one.title}" reaches a URL unchecked`,
    async run() {
      const wrong: object[] = [];
      for (const [at, exchange] of one.exchanges.entries()) {
        const { json } = answerTo(exchange, placeholder(one, at));
        for (const place of leaves(json)) {
          for (const id of ['../../evil', 'evil?x=1', 'https://evil.example/evil']) {
            const answer = (request: Received): Answer => {
              const genuine = answerTo(exchange, request);
              return { ...genuine, json: changed(genuine.json, place, () => id) };
            };
            const exchanges = one.exchanges.with(at, { ...exchange, answer });
            const { received } = await performInMemory(kit, one.call, exchanges);
            wrong.push(...received.filter((request) => carries(request, id)));
          }
        }
      }
      expect(wrong).toEqual([]);
    },
  };
}

/** The recorded request of an exchange, to find out the form of its answer. */
function placeholder(one: Case, at: number): Received {
  const { method, path, query = {} } = one.exchanges[at] ?? { method: 'GET', path: '' };
  const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const shown = Object.fromEntries(texts) as Record<string, string>;
  return { method, target: path, path, query: shown, headers: {}, body: null, text: '' };
}

/** A reference that a callback names leads to no other URL. */
function hinted(kit: Kit): Check[] {
  const { connector, subject } = kit;
  const all = subject.callbacks;
  if (all === null || connector.traits.inquiry.payment === 'none') return [];
  return all.cases.map((one) => ({
    title: `no text in ${one.title} reaches a URL unchecked`,
    async run() {
      const wrong: object[] = [];
      for (const place of leaves(one.json)) {
        for (const id of ['../../evil', 'evil?x=1', '']) {
          const json = changed(one.json, place, () => id);
          const raw = callbackOf(all, { ...one, json }, { receivedAt: subject.now });
          const reading = connector.readCallback(raw, all.accountWith([all.secret]));
          if (reading.kind !== 'hint') continue;
          const call = inquiryAbout(reading.about, subject.now);
          const { received } = await performInMemory(kit, call, []);
          wrong.push(...received.filter((request) => carries(request, id)));
        }
      }
      expect(wrong).toEqual([]);
    },
  }));
}

function inquiryAbout(about: OrderReference, now: Date): Call {
  const ref = 'orderId' in about ? about.orderId : null;
  const input = {
    kind: 'payment' as const,
    orderId: ref ?? '0192f0c1-0000-7000-8000-00000000000f',
    ref,
    providerRef: 'providerRef' in about ? about.providerRef : null,
    paymentRef: null,
    amountSatang: 10_000,
    createdAt: now,
    expiresAt: now,
    sentForMs: null,
  };
  return { method: 'find', input };
}
