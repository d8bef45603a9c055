import { fc } from '../../support/property';
import {
  route,
  type Candidate,
  type RoutedOrder,
  type RoutingDecision,
  type RoutingRule,
} from '../../../src/providers/rules/routing';

const candidate = (accountId: string, over: Partial<Candidate> = {}): Candidate => ({
  accountId,
  status: 'on',
  priority: 100,
  health: 'up',
  amounts: { qr: [100, 500_000], payout: [100, 500_000], charge: null },
  ...over,
});
const qr: RoutedOrder = { kind: 'qr', amountSatang: 10_000, bankCode: null, hour: 12 };
const payout: RoutedOrder = { ...qr, kind: 'payout', bankCode: '014' };

/** The decision in one line: the account, then why each other account fell out. */
const told = ({ accountId, others }: RoutingDecision) =>
  [accountId ?? 'none', ...others.map((other) => `${other.accountId} ${other.because}`)].join(', ');

describe('routing without rules', () => {
  type Row = readonly [what: string, candidates: readonly Candidate[], expected: string];
  const rows: readonly Row[] = [
    ['the only account', [candidate('a')], 'a'],
    [
      'the account with the smallest priority',
      [candidate('a', { priority: 2 }), candidate('b', { priority: 1 })],
      'b, a priority',
    ],
    ['the smaller id of equal priorities', [candidate('b'), candidate('a')], 'a, b priority'],
    ['no paused account', [candidate('a', { status: 'paused' }), candidate('b')], 'b, a not_on'],
    ['no account that is off', [candidate('a', { status: 'off' }), candidate('b')], 'b, a not_on'],
    [
      'no account without the kind',
      [candidate('a', { amounts: { qr: null, payout: [1, 9], charge: [1, 9] } }), candidate('b')],
      'b, a unsupported',
    ],
    [
      'no account above whose limits the amount is',
      [candidate('a', { amounts: { qr: [1, 9_999], payout: null, charge: null } }), candidate('b')],
      'b, a amount',
    ],
    [
      'no account below whose limits the amount is',
      [
        candidate('a', { amounts: { qr: [10_001, 90_000], payout: null, charge: null } }),
        candidate('b'),
      ],
      'b, a amount',
    ],
    [
      'an account at both of whose limits the amount is',
      [candidate('a', { amounts: { qr: [10_000, 10_000], payout: null, charge: null } })],
      'a',
    ],
    ['no account that is down', [candidate('a', { health: 'down' }), candidate('b')], 'b, a down'],
    [
      'a degraded account of a smaller priority',
      [candidate('a', { health: 'degraded', priority: 1 }), candidate('b')],
      'a, b priority',
    ],
    [
      'the first account when all are down',
      [candidate('b', { health: 'down' }), candidate('a', { health: 'down' })],
      'a, b priority',
    ],
    [
      'an account that is down when the others are paused',
      [candidate('a', { status: 'paused' }), candidate('b', { health: 'down' })],
      'b, a not_on',
    ],
    ['nothing when every account is paused', [candidate('a', { status: 'off' })], 'none, a not_on'],
    ['nothing without accounts', [], 'none'],
  ];
  it.each(rows)('chooses %s', (_what, candidates, expected) => {
    expect(told(route(qr, candidates, []))).toBe(expected);
  });
});

describe('a rule', () => {
  const both = [candidate('a', { priority: 1 }), candidate('b', { priority: 2 })];
  const toB = (when: RoutingRule['when']): RoutingRule => ({ when, accountId: 'b' });
  type Row = readonly [
    what: string,
    when: RoutingRule['when'],
    order: RoutedOrder,
    applies: boolean,
  ];
  const rows: readonly Row[] = [
    ['without a condition', {}, qr, true],
    ['for the kind of the order', { kind: 'qr' }, qr, true],
    ['for another kind', { kind: 'payout' }, qr, false],
    ['from the amount of the order', { minSatang: 10_000 }, qr, true],
    ['from a larger amount', { minSatang: 10_001 }, qr, false],
    ['up to the amount of the order', { maxSatang: 10_000 }, qr, true],
    ['up to a smaller amount', { maxSatang: 9_999 }, qr, false],
    ['for the bank of the payout', { bankCode: '014' }, payout, true],
    ['for another bank', { bankCode: '004' }, payout, false],
    ['for a bank, and a QR code', { bankCode: '014' }, qr, false],
    ['from the hour of the order', { hours: [12, 13] }, qr, true],
    ['until the hour of the order', { hours: [6, 12] }, qr, false],
    ['until midnight', { hours: [12, 24] }, qr, true],
    ['across midnight, at noon', { hours: [22, 6] }, qr, false],
    ['across midnight, at its first hour', { hours: [22, 6] }, { ...qr, hour: 22 }, true],
    ['across midnight, at midnight', { hours: [22, 6] }, { ...qr, hour: 0 }, true],
    ['across midnight, at its last hour', { hours: [22, 6] }, { ...qr, hour: 5 }, true],
    ['across midnight, at its end', { hours: [22, 6] }, { ...qr, hour: 6 }, false],
    ['with one of two conditions', { kind: 'qr', minSatang: 10_001 }, qr, false],
  ];
  it.each(rows)('%s is applied or not', (_what, when, order, applies) => {
    const { accountId, rule } = route(order, both, [toB(when)]);
    expect([accountId, rule]).toEqual(applies ? ['b', toB(when)] : ['a', null]);
  });

  it('applies before a later one', () => {
    const rules = [toB({ kind: 'qr' }), { when: {}, accountId: 'a' }];
    expect(route(qr, both, rules).accountId).toBe('b');
    expect(route(qr, both, rules.toReversed()).accountId).toBe('a');
  });

  it('is skipped when its account is unavailable: the next rule, then the priority applies', () => {
    const three = [...both.map((each) => ({ ...each, status: 'paused' as const })), candidate('c')];
    const rules = [toB({}), { when: {}, accountId: 'c' }];
    expect(told(route(qr, three, rules))).toBe('c, a not_on, b not_on');
    expect(route(qr, three, rules).rule).toEqual({ when: {}, accountId: 'c' });
    expect(route(qr, three, [toB({})]).rule).toBeNull();
  });

  it('does not choose an account that is down, nor one of another merchant', () => {
    const down = [candidate('a'), candidate('b', { health: 'down' })];
    expect(told(route(qr, down, [toB({})]))).toBe('a, b down');
    expect(told(route(qr, both, [{ when: {}, accountId: 'other' }]))).toBe('a, b priority');
  });

  it('is the reason why other accounts were not chosen', () => {
    expect(told(route(qr, both, [toB({})]))).toBe('b, a rule');
  });
});

describe('a charge, which needs the account that issued its token,', () => {
  const charge: RoutedOrder = { ...qr, kind: 'charge' };
  const amounts = { qr: null, payout: null, charge: [1, 500_000] } as const;
  const chargeable = (accountId: string, over: Partial<Candidate> = {}) =>
    candidate(accountId, { amounts, ...over });
  const toA = { when: { kind: 'charge' }, accountId: 'a' } as const;

  it('goes to an account that is down', () => {
    const both = [chargeable('a', { health: 'down', priority: 1 }), chargeable('b')];
    expect(told(route(charge, both, []))).toBe('a, b priority');
    expect(told(route(charge, both, [toA]))).toBe('a, b rule');
  });

  it('goes to no other account than the one of its rule', () => {
    const both = [chargeable('a', { status: 'paused' }), chargeable('b')];
    expect(told(route(charge, both, [toA]))).toBe('none, a not_on, b rule');
  });

  it('ignores a rule whose account takes no charges', () => {
    const rules = [{ when: {}, accountId: 'c' }];
    expect(told(route(charge, [chargeable('b'), candidate('c')], rules))).toBe('b, c unsupported');
  });
});

describe('failover', () => {
  const three = [candidate('a'), candidate('b'), candidate('c')];
  it('goes to an account that was not tried', () => {
    const failover = { tried: ['a'], onlyFunded: false };
    expect(told(route(payout, three, [], failover))).toBe('b, a tried, c priority');
    expect(route(payout, three, [], { tried: ['a', 'b', 'c'], onlyFunded: false }).accountId).toBe(
      null,
    );
  });

  it('of a payout goes to an account that a rule names for payouts', () => {
    const failover = { tried: ['a'], onlyFunded: true };
    const rules: readonly RoutingRule[] = [
      { when: { kind: 'qr' }, accountId: 'b' },
      { when: { kind: 'payout', minSatang: 400_000 }, accountId: 'c' },
    ];
    expect(told(route(payout, three, rules, failover))).toBe('c, a tried, b not_funded');
    expect(told(route(payout, three, [], failover))).toBe(
      'none, a tried, b not_funded, c not_funded',
    );
  });
});

describe('routing of any accounts', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const limits = fc.option(
    fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 })),
    { nil: null },
  );
  const candidates = fc.subarray(ids).chain((chosen) =>
    fc.tuple(
      ...chosen.map((accountId) =>
        fc.record({
          accountId: fc.constant(accountId),
          status: fc.constantFrom('on', 'on', 'paused', 'off'),
          priority: fc.integer({ min: 1, max: 3 }),
          health: fc.constantFrom('up', 'up', 'degraded', 'down'),
          amounts: fc.record({ qr: limits, payout: limits, charge: limits }),
        }),
      ),
    ),
  ) as fc.Arbitrary<readonly Candidate[]>;
  const order: fc.Arbitrary<RoutedOrder> = fc.record({
    kind: fc.constantFrom('qr', 'payout', 'charge'),
    amountSatang: fc.integer({ min: 1, max: 6 }),
    bankCode: fc.constantFrom(null, '002', '014'),
    hour: fc.integer({ min: 0, max: 23 }),
  });
  /** Rules for a kind: those in force can be counted without reading conditions again. */
  const rules: fc.Arbitrary<readonly RoutingRule[]> = fc.array(
    fc.record({
      when: fc.record({ kind: fc.constantFrom('qr', 'payout', 'charge') }),
      accountId: fc.constantFrom(...ids, 'other'),
    }),
    { maxLength: 4 },
  );
  /** A charge keeps the account of its token whatever its health: see the property of charges. */
  const transferable = order.filter(({ kind }) => kind !== 'charge');
  const alone = (asked: RoutedOrder, each: Candidate) =>
    route(asked, [each], []).accountId !== null;

  it('accounts for every account once', () => {
    fc.assert(
      fc.property(order, candidates, rules, (asked, all, ruled) => {
        const { accountId, others } = route(asked, all, ruled);
        const named = [accountId, ...others.map((other) => other.accountId)];
        const present = all.map((each) => each.accountId);
        expect(named.filter((id) => id !== null).toSorted()).toEqual(present.toSorted());
      }),
    );
  });

  it('does not depend on the order of the accounts', () => {
    fc.assert(
      fc.property(order, candidates, rules, fc.integer(), (asked, all, ruled, turns) => {
        const at = all.length === 0 ? 0 : Math.abs(turns) % all.length;
        const turned = [...all.slice(at), ...all.slice(0, at)].toReversed();
        expect(route(asked, turned, ruled)).toEqual(route(asked, all, ruled));
      }),
    );
  });

  it('finds an account exactly when one of them alone would take the order', () => {
    fc.assert(
      fc.property(transferable, candidates, rules, (asked, all, ruled) => {
        const isFound = route(asked, all, ruled).accountId !== null;
        expect(isFound).toBe(all.some((each) => alone(asked, each)));
      }),
    );
  });

  it('is a contest: without rules, the chosen account wins against each other alone', () => {
    fc.assert(
      fc.property(order, candidates, (asked, all) => {
        const { accountId } = route(asked, all, []);
        const chosen = all.find((each) => each.accountId === accountId);
        if (chosen === undefined) return;
        for (const other of all.filter((each) => each !== chosen)) {
          expect(route(asked, [other, chosen], []).accountId).toBe(accountId);
        }
      }),
    );
  });

  it('without the chosen account keeps the reasons of unable accounts', () => {
    const final = ['not_on', 'unsupported', 'amount'];
    fc.assert(
      fc.property(order, candidates, rules, (asked, all, ruled) => {
        const { accountId, others } = route(asked, all, ruled);
        const rest = all.filter((each) => each.accountId !== accountId);
        const again = route(asked, rest, ruled);
        const reasonsOf = (list: RoutingDecision['others']) =>
          list.filter(({ because }) => final.includes(because));
        expect(reasonsOf(again.others)).toEqual(reasonsOf(others));
      }),
    );
  });

  it('never chooses an account that is down while another could take the order', () => {
    fc.assert(
      fc.property(transferable, candidates, rules, (asked, all, ruled) => {
        const { accountId } = route(asked, all, ruled);
        const isDown = all.some((each) => each.accountId === accountId && each.health === 'down');
        const up = all.filter(({ health }) => health !== 'down');
        expect(isDown && up.some((each) => alone(asked, each))).toBe(false);
      }),
    );
  });

  it('ignores the health of accounts for a charge', () => {
    fc.assert(
      fc.property(order, candidates, rules, (asked, all, ruled) => {
        const charge = { ...asked, kind: 'charge' } as const;
        const healthy = all.map((each) => ({ ...each, health: 'up' }) as const);
        expect(route(charge, all, ruled)).toEqual(route(charge, healthy, ruled));
      }),
    );
  });

  it('uses a rule in force whose account could take the order', () => {
    fc.assert(
      fc.property(transferable, candidates, rules, (asked, all, ruled) => {
        const up = all.filter(({ health }) => health !== 'down');
        const able = up.filter((each) => alone(asked, each)).map((each) => each.accountId);
        const named = ruled
          .filter(({ when }) => when.kind === asked.kind)
          .map((rule) => rule.accountId);
        const expected = named.find((id) => able.includes(id));
        if (expected !== undefined) expect(route(asked, all, ruled).accountId).toBe(expected);
      }),
    );
  });
});
