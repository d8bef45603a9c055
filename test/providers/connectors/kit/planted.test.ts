import { groups } from './conformance';
import { Problem } from '../../../../src/kernel/rules/problem';
import { generic } from '../../../../src/providers/connectors/generic';
import type {
  CallbackReading,
  Connector,
  Found,
  ProviderClient,
} from '../../../../src/providers/connectors/connector';
import { createHttpClient } from '../../../../src/providers/connectors/http-client';
import { omise } from '../../../../src/providers/connectors/omise';
import type { OmiseSettings } from '../../../../src/providers/connectors/omise/settings';
import { omiseSubject } from '../omise/subject';
import type { Kit } from './check';
import { genericSubject } from './generic';
import type { Subject } from './subject';

/** Each fault is planted in a copy of the generic connector, and one group must find it. */
type Generic = typeof generic;
type Settings = Parameters<Generic['connect']>[0]['settings'];

const kitOf = (connector: Connector<Settings>, subject: Subject<Settings> = genericSubject) =>
  ({ connector, subject }) as unknown as Kit;

/** The generic connector whose client is changed. */
const client = (
  change: (real: ProviderClient, account: Parameters<Generic['connect']>[0]) => ProviderClient,
): Kit =>
  kitOf({
    ...generic,
    connect: (account, record) => change(generic.connect(account, record), account),
  });

const connector = (change: Partial<Connector<Settings>>): Kit => kitOf({ ...generic, ...change });
const traits = (change: Partial<Generic['traits']>): Kit =>
  connector({ traits: { ...generic.traits, ...change } });

/** A client that makes a request of its own before each inquiry. */
const asking = (pathOf: (ref: string) => string): Kit =>
  client((real, { settings }) => ({
    ...real,
    async find(inquiry) {
      const http = createHttpClient({ url: settings.url });
      await http.request({ method: 'GET', path: pathOf(inquiry.providerRef ?? inquiry.orderId) });
      await http.close();
      return real.find(inquiry);
    },
  }));

const read = (change: (reading: CallbackReading) => CallbackReading): Kit =>
  connector({ readCallback: (raw, account) => change(generic.readCallback(raw, account)) });

const withAmount = (change: (satang: number) => number): Kit =>
  read((reading) => {
    if (reading.kind !== 'reports') return reading;
    const reports = reading.reports.map((one) => ({
      ...one,
      amountSatang: one.amountSatang === null ? null : change(one.amountSatang),
    }));
    return { kind: 'reports', reports };
  });

const foundWith = (change: (found: Found) => Found): Kit =>
  client((real) => ({ ...real, find: async (inquiry) => change(await real.find(inquiry)) }));

/** The subject with an id of the provider in its inquiries. */
const referring: Subject<Settings> = {
  ...genericSubject,
  cases: genericSubject.cases.map((one) =>
    one.call.method === 'find'
      ? { ...one, call: { ...one.call, input: { ...one.call.input, providerRef: 'ref_1' } } }
      : one,
  ),
};

const faults: readonly (readonly [keyof typeof groups, string, () => Kit])[] = [
  ['answers', 'another amount', () => foundWith((found) => scaled(found, 100))],
  ['answers', 'a refusal as an acceptance', () => client(acceptingAll)],
  ['traits', 'codes that nobody encodes', () => traits({ qr: 'provider' })],
  [
    'traits',
    'a kind that is carried out although it is not supported',
    () => traits({ amounts: { ...generic.traits.amounts, charge: null } }),
  ],
  [
    'traits',
    'inquiries that do not exist',
    () => traits({ inquiry: { ...generic.traits.inquiry, payment: 'our_reference' } }),
  ],
  ['traits', 'callbacks that prove nothing', () => traits({ callback: 'hint' })],
  ['traits', 'a bill check that does not exist', () => traits({ asksFirst: true })],
  [
    'traits',
    'a limit beyond any transfer',
    () => traits({ amounts: { ...generic.traits.amounts, payout: [1, 2_000_000_001] } }),
  ],
  ['traits', 'another code', () => connector({ encodeQr: () => '000201' })],
  ['requests', 'a request more', () => asking(() => '/more')],
  [
    'requests',
    'another amount',
    () =>
      client((real) => ({
        ...real,
        send: (request) => real.send({ ...request, amountSatang: request.amountSatang + 1 }),
      })),
  ],
  ['transport', 'an unknown outcome as unreachable', () => client(sendingAgain)],
  [
    'transport',
    'an unreadable answer as not found',
    () => foundWith((found) => (found.kind === 'unreachable' ? { kind: 'not_found' } : found)),
  ],
  [
    'transport',
    'a rejection',
    () => client((real) => ({ ...real, probe: async () => ({ kind: 'ok' }) })),
  ],
  [
    'repetition',
    'a second request after an unknown outcome',
    () => kitOf({ ...generic, ...retrying(), traits: { ...generic.traits, idempotent: never } }),
  ],
  ['inquiries', 'an answer about another order', () => client(ofAnyOrder)],
  [
    'inquiries',
    'rounded amounts',
    () => foundWith((found) => scaled(found, 1, (satang) => Math.round(satang / 100) * 100)),
  ],
  [
    'inquiries',
    'not found before the window settles',
    () =>
      traits({
        windowSettlesMs: 60_000,
        inquiry: { ...generic.traits.inquiry, payout: 'window' },
      }),
  ],
  [
    'inquiries',
    'not found by the clock of the worker',
    () =>
      client((real) => ({
        ...real,
        async find(inquiry) {
          const found = await real.find(inquiry);
          const isSettled = Date.now() - inquiry.createdAt.getTime() >= 60_000;
          return found.kind === 'not_found' && !isSettled ? { kind: 'waiting' } : found;
        },
      })),
  ],
  ['callbacks', 'any key', () => connector({ verifyCallback: () => true })],
  ['callbacks', 'no key', () => connector({ verifyCallback: () => false })],
  [
    'callbacks',
    'a part of a key',
    () =>
      connector({
        verifyCallback: ({ headers }, { settings }) =>
          settings.keys.some((key) =>
            headers.authorization?.startsWith(`Bearer ${key.slice(0, 9)}`),
          ),
      }),
  ],
  ['callbacks', 'rounded amounts', () => withAmount((satang) => Math.round(satang / 10) * 10)],
  ['callbacks', 'an invented amount', () => read(inventing)],
  [
    'callbacks',
    'another currency',
    () =>
      connector({
        readCallback(raw, account) {
          const body = Buffer.from(raw.body.toString().replace('"USD"', '"THB"'));
          const headers = { ...raw.headers, 'content-length': String(body.length) };
          return generic.readCallback({ ...raw, body, headers }, account);
        },
      }),
  ],
  [
    'purity',
    'a timer',
    () =>
      connector({
        readCallback(raw, account) {
          clearTimeout(setTimeout(() => undefined, 1));
          return generic.readCallback(raw, account);
        },
      }),
  ],
  [
    'purity',
    'a promise',
    () =>
      connector({
        verifyCallback(raw, account) {
          void Promise.resolve().then(() => undefined);
          return generic.verifyCallback(raw, account);
        },
      }),
  ],
  [
    'secrecy',
    'a key in a reason',
    () =>
      client((real, { settings }) => ({
        ...real,
        find: async (inquiry) => {
          const found = await real.find(inquiry);
          if (found.kind !== 'unreachable') return found;
          return { kind: 'unreachable', reason: `with ${settings.keys[0]}` };
        },
      })),
  ],
  [
    'secrecy',
    'a key in a log',
    () =>
      connector({
        readCallback(raw, account) {
          process.stderr.write(String(raw.headers.authorization));
          return generic.readCallback(raw, account);
        },
      }),
  ],
  [
    'secrecy',
    'a key in a recording',
    () =>
      kitOf({
        ...generic,
        connect: (account, record) =>
          generic.connect(account, (exchange) =>
            record({ ...exchange, path: `${exchange.path}?key=${account.settings.keys[0]}` }),
          ),
      }),
  ],
  [
    'foreignIds',
    'an id in a path',
    () => kitOf(asking((ref) => `/objects/${ref}`).connector as Generic, referring),
  ],
  [
    'foreignIds',
    'an encoded id in a path',
    () =>
      kitOf(asking((ref) => `/objects/${encodeURIComponent(ref)}`).connector as Generic, referring),
  ],
  [
    'fuzz',
    'an error for some callback',
    () =>
      read((reading) => {
        if (reading.kind === 'refused' && reading.problem.code === 'invalid_amount') {
          throw new Problem('invalid_amount');
        }
        return reading;
      }),
  ],
  [
    'fuzz',
    'an error for some answer',
    () =>
      foundWith((found) => {
        if (found.kind === 'failed') throw new Error('failed');
        return found;
      }),
  ],
  ['fuzz', 'an amount of part of a satang', () => foundWith((found) => scaled(found, 0.5))],
  [
    'upstreams',
    'a probe of any credentials',
    () => client((real) => ({ ...real, probe: async () => ({ kind: 'ok' }) })),
  ],
  ['upstreams', 'requests that nobody carries out', () => client(acceptingAll)],
  ['returns', 'a status that flags contradict', () => readingStatusAlone()],
  ['returns', 'events of disputes and refunds of others', () => ignoringEvents()],
  [
    'secrecy',
    'a request to an address that is not public',
    () =>
      connector({
        connect(account, record) {
          const { publicOnly: _, ...unguarded } = account;
          return generic.connect(unguarded, record);
        },
      }),
  ],
];

/** Omise's subject, which needs no case of a return. */
const returning = (change: Partial<Subject<OmiseSettings>>): Subject<OmiseSettings> => ({
  ...omiseSubject,
  ...change,
  returns: { ...omiseSubject.returns, never: ['payment', 'charge', 'payout', 'refund'] },
});

/** A connector with flags beside the status, which it does not read. */
function readingStatusAlone(): Kit {
  const connect: typeof omise.connect = (account, record) => {
    const real = omise.connect(account, record);
    const find: ProviderClient['find'] = async (inquiry) => {
      const found = await real.find(inquiry);
      if (found.kind !== 'succeeded') return found;
      const { reversed: _, isPartial: _1, ...plain } = found;
      return plain;
    };
    return { ...real, find };
  };
  const cases = omiseSubject.cases.filter(({ title }) => title === 'a payment succeeded');
  return { connector: { ...omise, connect }, subject: returning({ cases }) };
}

function ignoringEvents(): Kit {
  const readCallback: typeof omise.readCallback = (raw, account) =>
    /"key":"(?:dispute|refund)\./.test(raw.body.toString())
      ? { kind: 'ignored', reason: 'other_event' }
      : omise.readCallback(raw, account);
  const subject = returning({ cases: [] });
  return { connector: { ...omise, readCallback }, subject };
}

const never = { qr: false, payout: false, refund: false, charge: false };

function scaled(found: Found, factor: number, round = (satang: number) => satang): Found {
  if (found.kind !== 'succeeded') return found;
  const [first, ...rest] = found.movements.map((one) => ({
    ...one,
    amountSatang: round(one.amountSatang * factor),
  }));
  if (first === undefined) throw new Error('no movement');
  return { ...found, movements: [first, ...rest] };
}

const acceptingAll = (real: ProviderClient): ProviderClient => ({
  ...real,
  send: async () => ({ kind: 'accepted', providerRef: null }),
});

const sendingAgain = (real: ProviderClient): ProviderClient => ({
  ...real,
  async send(request) {
    const sent = await real.send(request);
    return sent.kind === 'unknown' ? { ...sent, kind: 'unreachable' } : sent;
  },
});

const retrying = (): Pick<Generic, 'connect'> => ({
  connect(account, record) {
    const real = generic.connect(account, record);
    return {
      ...real,
      async send(request) {
        const sent = await real.send(request);
        return sent.kind === 'unknown' ? real.send(request) : sent;
      },
    };
  },
});

/** Asks about the order that the answer is about. */
const ofAnyOrder = (real: ProviderClient): ProviderClient => ({
  ...real,
  async find(inquiry) {
    const found = await real.find(inquiry);
    if (found.kind !== 'unreachable' || found.reason !== 'unreadable_answer') return found;
    return { kind: 'waiting' };
  },
});

function inventing(reading: CallbackReading): CallbackReading {
  if (reading.kind !== 'reports') return reading;
  const reports = reading.reports.map((one) => ({ ...one, amountSatang: one.amountSatang ?? 100 }));
  return { kind: 'reports', reports };
}

/** The title of the first check of the group that fails; null when none does. */
async function failureOf(kit: Kit, group: keyof typeof groups): Promise<string | null> {
  for (const check of groups[group].checks(kit)) {
    try {
      await check.run();
    } catch {
      return check.title;
    }
  }
  return null;
}

describe('the conformance kit', () => {
  it.each(faults)('finds in its group "%s" a connector with %s', async (group, _, plant) => {
    expect(await failureOf(plant(), group)).not.toBeNull();
  });

  it('has a planted fault for each group', () => {
    const planted = new Set(faults.map(([group]) => group));
    expect([...planted].toSorted()).toEqual(Object.keys(groups).toSorted());
  });

  it('demands the cases that the traits need', async () => {
    const empty = kitOf(generic, { ...genericSubject, cases: [], ownQrs: [] });
    for (const group of ['answers', 'traits', 'repetition', 'inquiries'] as const) {
      expect(await failureOf(empty, group)).not.toBeNull();
    }
  });
});

describe("a provider's own sandbox", () => {
  const variable = 'CONTRACT_TRIAL_KEY';
  afterEach(() => {
    delete process.env[variable];
  });

  /** The checks of a sandbox, which here is a fake Omise. */
  async function checksOf(change: (real: ProviderClient) => Partial<ProviderClient> = () => ({})) {
    const { account } = await omiseSubject.startFake();
    const trial: Subject<OmiseSettings> = {
      ...omiseSubject,
      sandbox: {
        variables: [variable],
        account: ([secretKey = '']) => ({
          ...account,
          settings: { ...account.settings, secretKey },
        }),
      },
    };
    const connect: typeof omise.connect = (view, record) => {
      const real = omise.connect(view, record);
      return { ...real, ...change(real) };
    };
    const kit = { connector: { ...omise, connect }, subject: trial } as unknown as Kit;
    const { secretKey } = account.settings;
    const at = () =>
      groups.upstreams
        .checks(kit)
        .filter(({ title }) => title.startsWith("the provider's sandbox"));
    return { secretKey, at };
  }

  it('is tried when its credentials are in the environment, and not without', async () => {
    const { secretKey, at } = await checksOf();
    expect(at()).toEqual([]);
    process.env[variable] = secretKey;
    expect(at().length).toBeGreaterThanOrEqual(5);
    for (const check of at()) await check.run();
  });

  it.each<[string, (real: ProviderClient) => Partial<ProviderClient>]>([
    ['takes any credentials', () => ({ probe: async () => ({ kind: 'ok' }) })],
    ['finds money for any order', () => ({ find: async () => foundMoney })],
    [
      'refunds an unpaid code',
      () => ({ send: async () => ({ kind: 'accepted', providerRef: null }) }),
    ],
    ['closes nothing', () => ({ closeQr: async () => 'not_closed' })],
  ])('finds a connector that %s', async (_, change) => {
    const { secretKey, at } = await checksOf(change);
    process.env[variable] = secretKey;
    const results = await Promise.allSettled(at().map(async (check) => check.run()));
    expect(results.map(({ status }) => status)).toContain('rejected');
  });
});

const foundMoney: Found = {
  kind: 'succeeded',
  movements: [{ transactionId: 'T1', amountSatang: 200_000, movedAt: null, payer: null }],
};
