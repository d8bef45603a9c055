import { fc, seed } from '../../../../support/property';
import type { RawCallback } from '../../../../../src/providers/connectors/connector';
import { MOVEMENT_MAX_SATANG } from '../../../../../src/ledger/rules/movement';
import { callbackOf } from '../callback';
import type { Check, Group, Kit } from '../check';
import { atTime } from '../clock';
import { changed, leaves, without } from '../json';
import { answering, kindOf, performScripted } from '../perform';
import type { Answer, Call, CallbackCase, Callbacks, Case } from '../subject';
import { answerTo } from '../upstream';
import { amountsIn } from './inquiries';

/** `npm run conformance` has 10,000 rounds, which take minutes for each connector. */
const numRuns = Number(process.env['SAPHAN_FUZZ_RUNS'] ?? 400);
/** Callbacks are cheap to read. With 400 rounds a fault of planted.test.ts was missed once. */
const callbackRuns = Math.max(numRuns, 4_000);
const costlyRuns = Math.min(numRuns, 50);

export const fuzz: Group = {
  title: `random input, SAPHAN_SEED=${seed}`,
  checks(kit) {
    const methods = new Map<string, Case[]>();
    for (const one of kit.subject.cases.filter(({ exchanges }) => exchanges.length > 0)) {
      const name = one.isCostly ? one.title : one.call.method;
      methods.set(name, [...(methods.get(name) ?? []), one]);
    }
    const calls = [...methods].map(([method, cases]) => answers(kit, method, cases));
    const { callbacks } = kit.subject;
    return callbacks === null ? calls : [callbackInput(kit, callbacks), ...calls];
  },
};

const scalar = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1e21, Number.MAX_SAFE_INTEGER, 0.1, '', '0', '1e3'),
  fc.constantFrom(
    '__proto__',
    'constructor',
    '\u0000',
    'ไทย',
    '2026-13-45T99:99:99Z',
    'x'.repeat(9999),
  ),
  fc.string(),
  fc.double(),
  fc.integer(),
);
const anything = fc.oneof(
  { weight: 3, arbitrary: scalar },
  { weight: 1, arbitrary: fc.jsonValue() },
);

/** A JSON value with some of its places changed or removed. */
function mutationsOf(json: unknown): fc.Arbitrary<unknown> {
  const places = leaves(json);
  if (places.length === 0) return fc.jsonValue();
  const one = fc.record({
    place: fc.constantFrom(...places),
    value: fc.option(anything, { nil: undefined }),
    depth: fc.nat(2),
  });
  // After several changes little of the genuine value is left to be read.
  const several = fc.array(one, { minLength: 2, maxLength: 4 });
  const changesOf = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(one) },
    { weight: 1, arbitrary: several },
  );
  return changesOf.map((changes) => {
    let value = json;
    for (const { place, value: to, depth } of changes) {
      // A change of the object above the place, now and then.
      const keys = place.split('.');
      const at = keys.slice(0, Math.max(1, keys.length - (depth === 2 ? 1 : 0))).join('.');
      try {
        value = to === undefined ? without(value, at) : changed(value, at, () => to);
      } catch {
        // An earlier change removed the place.
        return value;
      }
    }
    return value;
  });
}

function callbackInput({ connector, subject }: Kit, all: Callbacks<object>): Check {
  const { now: receivedAt } = subject;
  const account = all.accountWith([all.secret]);
  const header = fc.oneof(fc.string(), fc.constantFrom('t=,v1=', ',,,,', '\u0000', 'Bearer ', '='));
  const names = fc.constantFrom(...all.signedHeaders, 'content-type', 'content-length', 'x');
  const headersOf = (raw: RawCallback) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(raw.headers) },
      {
        weight: 1,
        arbitrary: fc.dictionary(names, header).map((more) => ({ ...raw.headers, ...more })),
      },
      { weight: 1, arbitrary: fc.dictionary(names, header) },
    );
  const input = fc
    .tuple(fc.constantFrom(...all.cases), fc.boolean())
    .chain(([one, isBytes]) => rawOf(one, isBytes))
    .chain((raw) => headersOf(raw).map((headers) => ({ ...raw, headers })));
  function rawOf(one: CallbackCase, isBytes: boolean): fc.Arbitrary<RawCallback> {
    const genuine = callbackOf(all, one, { receivedAt });
    const topic = fc.constantFrom(one.topic, one.topic, null, '', 'payment', '__proto__');
    const texts = mutationsOf(one.json).map((json) =>
      callbackOf(all, one, { receivedAt, text: JSON.stringify(json) ?? '' }),
    );
    const bytes = fc
      .uint8Array({ maxLength: 300 })
      .map((body) => ({ ...genuine, body: Buffer.from(body) }));
    return fc.tuple(isBytes ? bytes : texts, topic).map(([raw, at]) => ({ ...raw, topic: at }));
  }
  const isHintOnly = connector.traits.callback !== 'proof';
  return {
    title: `${callbackRuns} callbacks are read without an error`,
    run() {
      const property = fc.property(fc.noBias(input), (raw) => {
        connector.verifyCallback(raw, account);
        const reading = connector.readCallback(raw, account);
        if (isHintOnly) expect(reading.kind).not.toBe('reports');
        if (reading.kind === 'reports') {
          for (const { amountSatang } of reading.reports) expect(isAmount(amountSatang)).toBe(true);
        }
        connector.replyTo?.(raw, { kind: 'ignored' });
        connector.billCheck?.reply(connector.billCheck.read(raw, account), 'payable');
        const text = raw.body.toString();
        // Bodies of other readings are not stored.
        if (['reports', 'hint', 'refused'].includes(reading.kind)) connector.readPayer(text);
      });
      fc.assert(property, { numRuns: callbackRuns, seed, endOnFailure: true });
    },
  };
}

const isAmount = (satang: number | null): boolean =>
  satang === null || (Number.isInteger(satang) && satang >= 0 && satang <= MOVEMENT_MAX_SATANG);

const results: Readonly<Record<Call['method'], readonly string[]>> = {
  openQr: ['opened', 'refused', 'unreachable', 'unknown'],
  send: ['accepted', 'not_ready', 'refused', 'unreachable', 'unknown'],
  find: ['succeeded', 'failed', 'waiting', 'not_found', 'unreachable'],
  verifySlip: ['found', 'not_found', 'unknown', 'unreachable'],
  closeQr: ['closed', 'not_closed'],
  probe: ['ok', 'rejected', 'unreachable'],
};

/** Answers with changed JSON, other statuses, or random bytes, at a random exchange. */
function answers(kit: Kit, name: string, cases: readonly Case[]): Check {
  const { subject } = kit;
  const input = fc
    .constantFrom(...cases)
    .chain((one) => fc.tuple(fc.constant(one), fc.nat(one.exchanges.length - 1)))
    .chain(([one, at]) => fc.tuple(fc.constant(one), fc.constant(at), answersOf(one, at)));
  const runs = cases.some(({ isCostly }) => isCostly) ? costlyRuns : numRuns;
  return {
    title: `${runs} answers to ${name} are read without an error`,
    async run() {
      const property = fc.asyncProperty(fc.noBias(input), async ([one, at, answer]) => {
        jest.setSystemTime(subject.now);
        const asRecorded = answering(one.exchanges);
        const { result } = await performScripted(kit, one.call, one.exchanges, (request, step) =>
          step === at ? answer : asRecorded(request, step),
        );
        expect(results[one.call.method]).toContain(kindOf(result));
        for (const satang of amountsIn(result)) {
          expect([isAmount(satang), satang > 0]).toEqual([true, true]);
        }
      });
      await atTime(subject.now, () =>
        fc.assert(property, { numRuns: runs, seed, endOnFailure: true }),
      );
    },
  };
}

function answersOf(one: Case, at: number): fc.Arbitrary<Answer | null> {
  const exchange = one.exchanges[at];
  if (exchange === undefined) throw new Error(`no exchange ${at}`);
  const { method, path, query = {} } = exchange;
  const asked = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  );
  const request = { method, target: path, path, query: asked, headers: {}, body: null, text: '' };
  const genuine = answerTo(exchange, request);
  const status = fc.oneof(
    { weight: 4, arbitrary: fc.constant(genuine.status) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(200, 201, 204, 400, 401, 402, 403, 404, 409, 422, 500),
    },
  );
  const { encode } = genuine;
  const mutated = mutationsOf(genuine.json ?? {}).map((json) => ({
    json,
    ...(encode && { encode }),
  }));
  const bytes = fc.uint8Array({ maxLength: 200 }).map((all) => ({ bytes: Buffer.from(all) }));
  const broken = fc.constant(null);
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.tuple(status, mutated).map(([code, body]) => ({ status: code, ...body })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(status, bytes).map(([code, body]) => ({ status: code, ...body })),
    },
    { weight: 1, arbitrary: broken },
  );
}
