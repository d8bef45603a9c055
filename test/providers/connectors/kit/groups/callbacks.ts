import type {
  CallbackReading,
  RawCallback,
} from '../../../../../src/providers/connectors/connector';
import { callbackOf } from '../callback';
import { missing, type Check, type Group, type Kit } from '../check';
import { changed, rawAmounts, satangIn, textWith, without } from '../json';
import type { CallbackCase, Callbacks } from '../subject';
import { otherCurrency } from './inquiries';

export const callbacks: Group = {
  title: 'callbacks',
  checks(kit) {
    const all = kit.subject.callbacks;
    if (all === null) return [];
    const [first] = all.cases;
    if (first === undefined) return [missing('callback')];
    const authentication = all.authenticates === 'url' ? [] : authenticity(kit, all, first);
    return [
      ...all.cases.map((one) => read(kit, all, one)),
      ...authentication,
      ...all.cases.flatMap((one) => statements(kit, all, one)),
      ...demanded(kit, all),
      ...billChecks(kit),
    ];
  },
};

function demanded({ connector }: Kit, { cases }: Callbacks<object>): Check[] {
  const kinds = cases.map(({ reading }) => ('kind' in reading ? String(reading.kind) : ''));
  const places = cases.find(({ states }) => states?.amount !== undefined);
  return [
    ...(kinds.includes('ignored') || connector.name === 'generic'
      ? []
      : [missing('callback that is ignored, such as an unknown event')]),
    ...(connector.traits.callback === 'proof' && places === undefined
      ? [missing('callback that states an amount')]
      : []),
  ];
}

/** An authentic callback is read as its source says, each time. */
function read(
  { connector, subject: { now } }: Kit,
  all: Callbacks<object>,
  one: CallbackCase,
): Check {
  return {
    title: `${one.title} is authentic and read as ${one.source} says`,
    run() {
      const account = all.accountWith([all.secret]);
      const raw = callbackOf(all, one, { receivedAt: now });
      expect(connector.verifyCallback(raw, account)).toBe(true);
      expect(connector.readCallback(raw, account)).toEqual(one.reading);
      expect(connector.readCallback(raw, account)).toEqual(one.reading);
      expect(() => connector.readPayer(raw.body.toString())).not.toThrow();
    },
  };
}

function authenticity(kit: Kit, all: Callbacks<object>, one: CallbackCase): Check[] {
  const { connector, subject } = kit;
  const { now: receivedAt } = subject;
  const { secret, otherSecret } = all;
  const isProof = connector.traits.callback === 'proof';
  const genuine = () => callbackOf(all, one, { receivedAt });
  const isAuthentic = (raw: RawCallback, secrets: readonly string[] = [secret]): boolean =>
    connector.verifyCallback(raw, all.accountWith(secrets));
  const flipped: Check[] = all.signedHeaders.map((name) => ({
    title: `a callback with another byte in ${name} is not authentic`,
    run() {
      const raw = genuine();
      const value = String(raw.headers[name]);
      const forged = Array.from({ length: value.length }, (_, at) => flip(value, at));
      expect(forged.length).toBeGreaterThan(0);
      const accepted = forged.filter((text) =>
        isAuthentic({ ...raw, headers: { ...raw.headers, [name]: text } }),
      );
      expect(accepted).toEqual([]);
      expect(isAuthentic({ ...raw, headers: omit(raw.headers, name) })).toBe(false);
      expect(isAuthentic({ ...raw, headers: { ...raw.headers, [name]: '' } })).toBe(false);
    },
  }));
  return [
    ...flipped,
    {
      title: "a callback signed with another account's secret is not authentic",
      run() {
        const raw = callbackOf(all, one, { receivedAt, secrets: [otherSecret] });
        expect(isAuthentic(raw)).toBe(false);
        expect(isAuthentic(raw, [otherSecret])).toBe(true);
      },
    },
    {
      title: 'a callback is authentic under each of two secrets, and no proof without secrets',
      run() {
        expect(isAuthentic(genuine(), [otherSecret, secret])).toBe(true);
        expect(isAuthentic(genuine(), [secret, otherSecret])).toBe(true);
        // A hint proves nothing: the token in the callback URL may suffice.
        if (isProof) expect(isAuthentic(genuine(), [])).toBe(false);
      },
    },
    ...(['body', 'token'].includes(all.authenticates)
      ? signedBody(kit, all, one, isAuthentic)
      : []),
  ];
}

function signedBody(
  { subject: { now: receivedAt } }: Kit,
  all: Callbacks<object>,
  one: CallbackCase,
  isAuthentic: (raw: RawCallback) => boolean,
): Check[] {
  const genuine = () => callbackOf(all, one, { receivedAt });
  const signedAgo = (seconds: number) =>
    callbackOf(all, one, { receivedAt, signedAt: new Date(receivedAt.getTime() - seconds * 1000) });
  const { toleranceSeconds: limit, secret, otherSecret } = all;
  return [
    {
      title: 'a callback with another bit in its body is not authentic',
      run() {
        const raw = genuine();
        for (let bit = 0; bit < raw.body.length * 8; bit++) {
          const body = Buffer.from(raw.body);
          body[bit >> 3] = (body[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          expect([bit, isAuthentic({ ...raw, body })]).toEqual([bit, false]);
        }
        // White space around a signed token is not signed.
        const padded = Buffer.concat([raw.body, Buffer.from(' ')]);
        if (all.authenticates === 'body') expect(isAuthentic({ ...raw, body: padded })).toBe(false);
        expect(isAuthentic({ ...raw, body: raw.body.subarray(1) })).toBe(false);
        expect(isAuthentic({ ...raw, body: Buffer.alloc(0) })).toBe(false);
      },
    },
    ...(all.severalSignatures
      ? [
          {
            title: 'a callback with two signatures is authentic when one of them is',
            run() {
              const by = (...secrets: string[]) => callbackOf(all, one, { receivedAt, secrets });
              expect(isAuthentic(by(otherSecret, secret))).toBe(true);
              expect(isAuthentic(by(secret, otherSecret))).toBe(true);
              expect(isAuthentic(by(otherSecret, `${otherSecret.slice(0, -4)}AAAA`))).toBe(false);
            },
          },
        ]
      : []),
    ...(limit === null
      ? []
      : [
          {
            title: `a callback is authentic within ${limit} s of its timestamp`,
            run() {
              const ages = [0, limit - 1, 1 - limit, limit + 1, -limit - 1, 86_400, 1e7];
              const within = ages.filter((seconds) => isAuthentic(signedAgo(seconds)));
              expect(within).toEqual([0, limit - 1, 1 - limit]);
            },
          },
        ]),
  ];
}

/** Another printable character with one other bit. */
function flip(text: string, at: number): string {
  const code = text.charCodeAt(at) ^ 1;
  return `${text.slice(0, at)}${String.fromCharCode(code)}${text.slice(at + 1)}`;
}

function omit(headers: RawCallback['headers'], name: string): RawCallback['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}

/** Changes of what a callback states. Whatever it states, a hint stays a hint. */
function statements(kit: Kit, all: Callbacks<object>, one: CallbackCase): Check[] {
  const { connector, subject } = kit;
  const account = all.accountWith([all.secret]);
  const { amount, currency, livemode } = one.states ?? {};
  const readText = (text: string): CallbackReading =>
    connector.readCallback(callbackOf(all, one, { receivedAt: subject.now, text }), account);
  const isProof = connector.traits.callback === 'proof';
  const changes = (fact: string, place: string | undefined, change: (old: unknown) => unknown) =>
    place === undefined
      ? []
      : [
          {
            title: `${one.title} with ${fact} reports nothing`,
            run() {
              const reading = readText(JSON.stringify(changed(one.json, place, change)));
              expect(reading.kind).not.toBe('reports');
              if (isProof) expect(reading.kind).not.toBe('hint');
            },
          },
        ];
  return [
    ...changes('another currency', currency, otherCurrency),
    ...changes('the other mode', livemode, (old) => !old),
    ...(amount === undefined ? [] : [amounts(one, amount, readText)]),
  ];
}

function amounts(
  one: CallbackCase,
  { at, unit }: { readonly at: string; readonly unit: 'baht' | 'satang' },
  readText: (text: string) => CallbackReading,
): Check {
  return {
    title: `${one.title} with another amount states exactly it or none`,
    run() {
      const wrong: object[] = [];
      for (const raw of rawAmounts) {
        const stands = satangIn(raw, unit);
        const reported = reportedIn(readText(textWith(one.json, at, raw)));
        const isExact = reported.every((satang) => satang === null || satang === stands);
        const isPositive = reported.every((satang) => satang === null || satang > 0);
        if (!isExact || !isPositive) wrong.push({ raw, reported });
      }
      expect(wrong).toEqual([]);
      const absent = reportedIn(readText(JSON.stringify(without(one.json, at))));
      expect(absent.filter((satang) => satang !== null)).toEqual([]);
    },
  };
}

/** The amounts that a reading reports; empty when it reports nothing. */
const reportedIn = (reading: CallbackReading): (number | null)[] =>
  reading.kind === 'reports' ? reading.reports.map(({ amountSatang }) => amountSatang) : [];

function billChecks({ connector, subject }: Kit): Check[] {
  const { billCheck } = connector;
  const account = subject.account('http://127.0.0.1:9');
  const rawOf = (topic: string, json: unknown): RawCallback => {
    const body = Buffer.from(JSON.stringify(json));
    const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
    return { headers, body, topic, receivedAt: subject.now };
  };
  return subject.billChecks.flatMap(({ title, topic, json, credentials, question }) => [
    {
      title: `${title} is authentic and read`,
      run() {
        const raw = rawOf(topic, json);
        expect(connector.verifyCallback(raw, account)).toBe(true);
        expect(billCheck?.read(raw, account)).toEqual(question);
      },
    },
    ...credentials.map((place) => ({
      title: `${title} with another ${place} is not authentic`,
      run() {
        for (const other of [(old: unknown) => flip(String(old), 0), () => '', () => null]) {
          const raw = rawOf(topic, changed(json, place, other));
          expect(connector.verifyCallback(raw, account)).toBe(false);
        }
      },
    })),
  ]);
}
