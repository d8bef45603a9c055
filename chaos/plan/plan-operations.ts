import { between, happens, oneOf, randomFrom, weighted, type Random } from '../random';
import { moneyInEvidence, payoutEvidence } from '../evidence/evidence';
import {
  disturbances,
  type PaymentAction,
  type Disturbance,
  type Flow,
  type Operation,
} from './operation';

const flowWeights: Readonly<Record<PlannedFlow, number>> = {
  payment: 40,
  token: 10,
  deposit: 20,
  withdrawal: 20,
  refund: 10,
};
const askingWeights = { keyed: 65, twins: 15, unkeyed: 20 };
const askedLaterWeights = { nothing: 80, 'the same': 12, 'something else': 8 };
const tokenWeights = {
  tok_success: 70,
  tok_declined: 12,
  tok_insufficient_funds: 12,
  tok_timeout: 6,
};

/** The others replace payments (`plan-shop.ts`). */
type PlannedFlow = Exclude<Flow, 'checkout' | 'link'>;

/** A deposit does not expire within a run, and its merchant cannot expire it. */
const depositActs = { pay: 58, decline: 10, short: 8, over: 8, twice: 8, late: 6, leave: 2 };
const paymentActs = { ...depositActs, end: 5, 'end and pay': 6 };

/** The satang of a payout select the bank's scenario; `00` is decided by a person. */
const payoutSatang = { '00': 24, '01': 30, '02': 12, '03': 3, '04': 3, '05': 8, '06': 5 };
const rarePayoutSatang = { '07': 6, '08': 5, '09': 4 };

/** A QR code lives for at least 1 minute, so only a long run covers expiry. */
const OPERATIONS_FOR_DEADLINES = 1_000;
const DEADLINE_SHARE = 0.04;
const DISTURBED_SHARE = 0.45;
const EVIDENCE_SHARE = 0.2;

/**
 * The share of the operations that have several accounts. A refund follows its payment, and a
 * deposit opens its QR code as a payment does.
 */
const routedShares = { payment: 0.4, token: 0.4, deposit: 0, withdrawal: 0.75, refund: 0 };
const MISDIRECTED_SHARE = 0.3;

/**
 * The operations of a run, deterministic for a seed. `isWhole` includes contradictory evidence and
 * the merchant with several accounts.
 */
export function planOperations(
  seed: number,
  count: number,
  isWhole: boolean,
): readonly Operation[] {
  return Array.from({ length: count }, (_, number) => {
    // A generator per operation: changes to one do not affect the others.
    const random = randomFrom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
    const flow = weighted(random, flowWeights);
    // In the first half: expiry takes a minute.
    const mayDie = count >= OPERATIONS_FOR_DEADLINES && number < count / 2;
    const action = planAct(random, flow, mayDie);
    const operation: Operation = {
      number,
      flow,
      merchant: happens(random, 0.8) ? 'rich' : 'modest',
      mark: `chaos-${seed}-${number}`,
      amountSatang: planAmount(random, flow),
      requestMode: weighted(random, askingWeights),
      repeat: weighted(random, askedLaterWeights),
      action,
      decision: happens(random, 0.75) ? 'succeed' : 'fail',
      token: weighted(random, tokenWeights),
      hasSlip: flow === 'deposit' && happens(random, 0.1),
      isContested: flow === 'refund' && happens(random, 0.3),
      disturbances: planDisturbances(random, flow, action),
      scene: null,
      evidence: null,
      payoutEvidence: null,
    };
    if (!isWhole) return operation;
    if (happens(random, EVIDENCE_SHARE)) return withEvidence(random, operation);
    return happens(random, routedShares[flow]) ? withAccounts(random, operation) : operation;
  });
}

/** Callbacks without effect, compatible with any evidence. */
const refusals: readonly Disturbance[] = ['forged', 'stranger', 'malformed'];

/** The operation with contradictory evidence. */
function withEvidence(random: Random, operation: Operation): Operation {
  const { flow, amountSatang } = operation;
  const isIn = flow === 'payment' || flow === 'deposit';
  if (!isIn && flow !== 'withdrawal') return operation;
  return {
    ...operation,
    action: 'pay',
    // The merchant has money for charges by operators.
    merchant: 'rich',
    // `00`: a person at the bank decides the payout.
    amountSatang: amountSatang - (isIn ? 0 : amountSatang % 100),
    disturbances: operation.disturbances.filter((name) => refusals.includes(name)),
    evidence: isIn ? oneOf(random, moneyInEvidence) : null,
    payoutEvidence: isIn ? null : oneOf(random, payoutEvidence),
  };
}

/** Disturbances that the load can send to any account at a sandbox bank. */
const routable: readonly Disturbance[] = [...refusals, 'unknown', 'repeat', 'burst', 'stale'];

/** The operation by the merchant with several accounts. */
function withAccounts(random: Random, operation: Operation): Operation {
  const disturbances = operation.disturbances.filter((name) => routable.includes(name));
  const mayMove = operation.flow === 'withdrawal';
  const isMisdirected = !mayMove && happens(random, MISDIRECTED_SHARE);
  return {
    ...operation,
    merchant: 'routed',
    disturbances: isMisdirected ? [...disturbances, 'misdirected'] : disturbances,
  };
}

function planAct(random: Random, flow: Flow, mayDie: boolean): PaymentAction {
  if (flow === 'deposit') return weighted(random, depositActs);
  if (flow !== 'payment') return 'pay';
  return mayDie && happens(random, DEADLINE_SHARE) ? 'deadline' : weighted(random, paymentActs);
}

/** Payments, charges and refunds are whole baht. */
function planAmount(random: Random, flow: Flow): number {
  const wholeBahtSatang = between(random, 20, 900) * 100;
  if (flow === 'deposit') return wholeBahtSatang + between(random, 0, 99);
  if (flow !== 'withdrawal') return wholeBahtSatang;
  return wholeBahtSatang + Number(weighted(random, { ...payoutSatang, ...rarePayoutSatang }));
}

/** Actions after which the bank has a transfer of at least the whole amount. */
const paidInFull: readonly PaymentAction[] = ['pay', 'over', 'twice', 'late', 'end and pay'];

/** Which disturbances are possible without additional money. */
const allowed: Readonly<Record<Disturbance, (flow: Flow, action: PaymentAction) => boolean>> = {
  forged: () => true,
  stranger: () => true,
  unknown: () => true,
  malformed: () => true,
  repeat: () => true,
  burst: () => true,
  // Only after one exact payment: otherwise a callback without details could be another transfer.
  bare: (flow, action) => (flow === 'payment' || flow === 'deposit') && action === 'pay',
  contradiction: (_, action) => paidInFull.includes(action),
  // After a double payment, the transfer that the altered callback copies may not be booked yet.
  altered: (_, action) => paidInFull.includes(action) && action !== 'twice',
  stale: () => true,
  // Only for the merchant with several accounts.
  misdirected: () => false,
};

function planDisturbances(random: Random, flow: Flow, action: PaymentAction): Disturbance[] {
  if (!happens(random, DISTURBED_SHARE)) return [];
  const possible = disturbances.filter((name) => allowed[name](flow, action));
  const count = between(random, 1, 3);
  const chosen = new Set(Array.from({ length: count }, () => oneOf(random, possible)));
  // A bare callback may be repeated with the id, but not with another amount.
  if (chosen.has('bare')) chosen.delete('altered');
  return [...chosen];
}
