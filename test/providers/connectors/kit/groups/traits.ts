import { MOVEMENT_MAX_SATANG } from '../../../../../src/ledger/rules/movement';
import { missing, type Check, type Group, type Kit } from '../check';
import { kindOf, moneyOf, performAll, performAt } from '../perform';
import type { Call, Case } from '../subject';

const requestKinds = ['payout', 'refund', 'charge'] as const;
const inquiryKinds = ['payment', ...requestKinds] as const;

export const traits: Group = {
  title: 'traits',
  checks: (kit) => [
    ...literals(kit),
    ...codes(kit),
    ...supportedRequests(kit),
    ...unsupportedRequests(kit),
    ...inquiries(kit),
    ...callbacks(kit),
  ],
};

function literals({ connector, subject }: Kit): Check[] {
  const { traits: all } = connector;
  return [
    {
      title: 'the limits of the traits are possible',
      run() {
        expect(JSON.parse(JSON.stringify(all))).toEqual(all);
        const ranges = [all.qrMinutes, ...Object.values(all.amounts)];
        for (const range of ranges.filter((one) => one !== null)) {
          const [min, max] = range;
          expect([min > 0, min <= max, max <= MOVEMENT_MAX_SATANG]).toEqual([true, true, true]);
        }
        expect(all.callsPerSecond).toBeGreaterThan(0);
        expect(all.windowSettlesMs).toBeGreaterThanOrEqual(0);
        expect(all.refundDays ?? 1).toBeGreaterThan(0);
        expect(Object.values(all.inquiry).includes('window')).toBe(all.windowSettlesMs > 0);
      },
    },
    {
      title: 'the refund and payout traits agree with the amounts',
      run() {
        expect(all.amounts.payout !== null).toBe(all.payout !== 'none');
        expect(all.amounts.refund !== null).toBe(all.refund !== 'none');
        expect(all.amounts.qr !== null).toBe(all.qr !== 'none');
        if (all.refund === 'none') expect(all.partialRefunds).toBe(false);
      },
    },
    {
      title: 'the account of the subject has valid settings',
      run() {
        const { settings } = subject.account('http://127.0.0.1:9');
        expect(connector.settings.parse(settings)).toEqual(settings);
      },
    },
  ];
}

function codes(kit: Kit): Check[] {
  const { connector, subject } = kit;
  const { qr, qrLifetime, idempotent } = connector.traits;
  const provides: Check = {
    title: `the connector encodes or requests codes as the trait "${qr}" says`,
    run() {
      const client = connector.connect(subject.account('http://127.0.0.1:9'), () => undefined);
      expect(connector.encodeQr !== undefined).toBe(qr === 'own');
      expect(client.openQr !== undefined).toBe(qr === 'provider');
      return client.close();
    },
  };
  if (qr === 'own') {
    const { settings } = subject.account('http://127.0.0.1:9');
    if (subject.ownQrs.length === 0) return [provides, missing('own code')];
    const encoded = subject.ownQrs.map(({ order, payload }) => ({
      title: `the code of ${order.ref} equals the documented one`,
      run: () => expect(connector.encodeQr?.(order, settings)).toBe(payload),
    }));
    return [provides, ...encoded];
  }
  if (qr === 'none') return [provides];
  const opened = subject.cases.find(({ call }) => call.method === 'openQr');
  if (opened?.call.method !== 'openQr') return [provides, missing('case of openQr')];
  const { expiresAt: asked } = opened.call.input;
  const lifetime = {
    title: `an issued code expires as the trait "${qrLifetime}" says`,
    async run() {
      const { result } = await performAt(kit, opened.call, opened);
      if (typeof result === 'string' || !('expiresAt' in result)) throw new Error('not opened');
      const expires = result.expiresAt instanceof Date ? result.expiresAt.getTime() : null;
      if (qrLifetime === 'unlimited') expect(expires).toBeNull();
      else if (qrLifetime === 'as_requested') expect(expires).toBe(asked.getTime());
      else expect(expires).not.toBeNull();
    },
  };
  return [provides, lifetime, ...(idempotent.qr ? [repeated(kit, opened)] : [])];
}

/** An accepted request of each supported kind; a repeated one is the same when idempotent. */
function supportedRequests(kit: Kit): Check[] {
  const { amounts, idempotent, partialRefunds } = kit.connector.traits;
  const { cases } = kit.subject;
  const accepted = cases.filter(({ outcome }) => kindIn(outcome) === 'accepted');
  return requestKinds
    .filter((kind) => amounts[kind] !== null)
    .flatMap((kind) => {
      const shown = accepted.find(({ call }) => moneyOf(call) === kind);
      if (shown === undefined) return [missing(`case of an accepted ${kind}`)];
      const isRefused = cases.some(
        ({ call, outcome }) => moneyOf(call) === kind && kindIn(outcome) === 'refused',
      );
      return [
        ...(isRefused ? [] : [missing(`case of a refused ${kind}`)]),
        ...(idempotent[kind] ? [repeated(kit, shown)] : []),
        ...(kind === 'refund' && partialRefunds ? [partial(accepted)] : []),
      ];
    });
}

/** A partial refund names an amount, and the provider is told it. */
function partial(accepted: readonly Case[]): Check {
  const shown = accepted.find(({ title }) => title.includes('part of'));
  return shown === undefined
    ? missing('case of an accepted refund of a part of a payment')
    : { title: `"${shown.title}" shows a partial refund`, run: () => undefined };
}

/** What identifies the request upstream is the same, so that it is carried out once. */
function repeated(kit: Kit, { title, call, exchanges }: Case): Check {
  return {
    title: `a repetition of "${title}" equals the first request`,
    async run() {
      const [first, second] = await performAll(kit, [call, call], {
        exchanges: [...exchanges, ...exchanges],
      });
      const { freshHeaders } = kit.subject;
      const acting = (performed: typeof first) =>
        (performed?.received ?? [])
          .filter(({ step }) => exchanges[(step ?? 0) % exchanges.length]?.acts)
          .map(({ method, target, text, headers }) => {
            const kept = Object.entries(headers).filter(([name]) => !freshHeaders.includes(name));
            return { method, target, text, headers: Object.fromEntries(kept) };
          });
      expect(acting(first)).toHaveLength(1);
      expect(acting(second)).toEqual(acting(first));
    },
  };
}

const requestOf = (kind: (typeof requestKinds)[number]): Call => {
  const account = { bankCode: '014', bankName: 'SCB', accountNumber: '1', accountName: 'A' };
  const money = { orderId: '0192f0c1-0000-7000-8000-00000000000f', amountSatang: 10_000 };
  if (kind === 'payout') return { method: 'send', input: { ...money, kind, account } };
  if (kind === 'charge') return { method: 'send', input: { ...money, kind, token: 'tok_1' } };
  const about = { paymentId: 'pay_1', account: null };
  return { method: 'send', input: { ...money, ...about, kind } };
};

function unsupportedRequests(kit: Kit): Check[] {
  const { amounts } = kit.connector.traits;
  return requestKinds
    .filter((kind) => amounts[kind] === null)
    .map((kind) => ({
      title: `a ${kind} is refused without a request`,
      async run() {
        const { result, received } = await performAt(kit, requestOf(kind), { exchanges: [] });
        expect([kindOf(result), received]).toEqual(['refused', []]);
      },
    }));
}

function inquiries(kit: Kit): Check[] {
  const { inquiry } = kit.connector.traits;
  return inquiryKinds.flatMap((kind) => {
    const cases = kit.subject.cases.filter(
      ({ call }) => call.method === 'find' && call.input.kind === kind,
    );
    if (inquiry[kind] === 'none') return [noInquiry(kit, kind)];
    const kinds = cases.map(({ outcome }) => kindIn(outcome));
    const mayFail = kind !== 'payment' && kit.subject.neverFails?.includes(kind) !== true;
    return ['succeeded', 'waiting', ...(mayFail ? ['failed'] : [])]
      .filter((outcome) => !kinds.includes(outcome))
      .map((outcome) => missing(`case of a ${kind} that is found as ${outcome}`));
  });
}

function noInquiry(kit: Kit, kind: (typeof inquiryKinds)[number]): Check {
  return {
    title: `an inquiry about a ${kind} is unreachable without a request`,
    async run() {
      const input = {
        kind,
        orderId: '0192f0c1-0000-7000-8000-00000000000f',
        ref: 'REF00000000000000001',
        providerRef: null,
        paymentRef: null,
        amountSatang: 10_000,
        createdAt: kit.subject.now,
        expiresAt: null,
        sentForMs: null,
      };
      const call = { method: 'find', input } as const;
      const { result, received } = await performAt(kit, call, { exchanges: [] });
      expect([kindOf(result), received]).toEqual(['unreachable', []]);
    },
  };
}

function callbacks({ connector, subject }: Kit): Check[] {
  const { callback, asksFirst } = connector.traits;
  const needed = { proof: 'reports', hint: 'hint', none: null }[callback];
  const kinds = (subject.callbacks?.cases ?? []).map(({ reading }) => kindIn(reading));
  return [
    ...(needed !== null && !kinds.includes(needed) ? [missing(`callback that ${needed}`)] : []),
    {
      title: `callbacks are what the trait "${callback}" says`,
      run() {
        expect(kinds.filter((kind) => kind === 'reports').length > 0).toBe(callback === 'proof');
        expect(subject.callbacks === null).toBe(callback === 'none');
      },
    },
    {
      title: 'the bill check exists as the trait asksFirst says',
      run: () => expect(connector.billCheck !== undefined).toBe(asksFirst),
    },
    ...(asksFirst && subject.billChecks.length === 0 ? [missing('bill check')] : []),
  ];
}

const kindIn = (outcome: unknown): string =>
  typeof outcome === 'object' && outcome !== null && 'kind' in outcome ? String(outcome.kind) : '';
