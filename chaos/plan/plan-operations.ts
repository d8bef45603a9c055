import { between, happens, oneOf, randomFrom, weighted } from '../random';
import type { Random } from '../random';
import { moneyInEvidence, payoutEvidence } from '../evidence/evidence';
import { disturbances } from './operation';
import type { Act, Disturbance, Flow, Operation } from './operation';

const flowWeights = { payment: 40, token: 10, deposit: 20, withdrawal: 20, refund: 10 };
const askingWeights = { keyed: 65, twins: 15, unkeyed: 20 };
const askedLaterWeights = { nothing: 80, 'the same': 12, 'something else': 8 };
const tokenWeights = {
  tok_success: 70,
  tok_declined: 12,
  tok_insufficient_funds: 12,
  tok_timeout: 6,
};

/** A deposit has no deadline within a run, and its merchant cannot end it. */
const depositActs = { pay: 58, decline: 10, short: 8, over: 8, twice: 8, late: 6, leave: 2 };
const paymentActs = { ...depositActs, end: 5, 'end and pay': 6 };

/** By its satang the bank knows what to do with a payout; `00` waits for somebody. */
const payoutSatang = { '00': 24, '01': 30, '02': 12, '03': 3, '04': 3, '05': 8, '06': 5 };
const rarePayoutSatang = { '07': 6, '08': 5, '09': 4 };

/** A code lives for a minute at least: only a long run sees it die. */
const OPERATIONS_FOR_DEADLINES = 1_000;
const DEADLINE_SHARE = 0.04;
const DISTURBED_SHARE = 0.45;
const EVIDENCE_SHARE = 0.2;

/** All that is asked of the gateway in a run; the same for the same seed. */
export function planOperations(
  seed: number,
  count: number,
  hasEvidence: boolean,
): readonly Operation[] {
  return Array.from({ length: count }, (_, number) => {
    // Each has numbers of its own: what another one needs changes nothing here.
    const random = randomFrom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
    const flow = weighted<Flow>(random, flowWeights);
    // Deadlines first: they take a minute to pass.
    const mayDie = count >= OPERATIONS_FOR_DEADLINES && number < count / 2;
    const act = planAct(random, flow, mayDie);
    const operation: Operation = {
      number,
      flow,
      shop: happens(random, 0.8) ? 'rich' : 'modest',
      mark: `chaos-${seed}-${number}`,
      amountSatang: planAmount(random, flow),
      asking: weighted(random, askingWeights),
      askedLater: weighted(random, askedLaterWeights),
      act,
      decision: happens(random, 0.75) ? 'succeed' : 'fail',
      token: weighted(random, tokenWeights),
      hasSlip: flow === 'deposit' && happens(random, 0.1),
      isContested: flow === 'refund' && happens(random, 0.3),
      disturbances: planDisturbances(random, flow, act),
      evidence: null,
      payoutEvidence: null,
    };
    const isContradictory = hasEvidence && happens(random, EVIDENCE_SHARE);
    return isContradictory ? withEvidence(random, operation) : operation;
  });
}

/** What must do nothing, whatever else is reported of an order. */
const refusals: readonly Disturbance[] = ['forged', 'stranger', 'malformed'];

/** The same order, but the provider reports what contradicts itself. */
function withEvidence(random: Random, operation: Operation): Operation {
  const { flow, amountSatang } = operation;
  const isIn = flow === 'payment' || flow === 'deposit';
  if (!isIn && flow !== 'withdrawal') return operation;
  return {
    ...operation,
    act: 'pay',
    // It can bear what operators charge.
    shop: 'rich',
    // Of a payout: it waits until somebody at the bank decides.
    amountSatang: amountSatang - (isIn ? 0 : amountSatang % 100),
    disturbances: operation.disturbances.filter((name) => refusals.includes(name)),
    evidence: isIn ? oneOf(random, moneyInEvidence) : null,
    payoutEvidence: isIn ? null : oneOf(random, payoutEvidence),
  };
}

function planAct(random: Random, flow: Flow, mayDie: boolean): Act {
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

/** Acts after which the bank's book holds a transfer of at least the whole amount. */
const paidInFull: readonly Act[] = ['pay', 'over', 'twice', 'late', 'end and pay'];

/** Which of them can be made without money of their own. */
const allowed: Readonly<Record<Disturbance, (flow: Flow, act: Act) => boolean>> = {
  forged: () => true,
  stranger: () => true,
  unknown: () => true,
  malformed: () => true,
  repeat: () => true,
  burst: () => true,
  // Of two transfers, or of more than was asked for, it could be told as a third.
  bare: (flow, act) => (flow === 'payment' || flow === 'deposit') && act === 'pay',
  contradiction: (_, act) => paidInFull.includes(act),
  // Of two transfers, the one that is altered may not have been booked yet.
  altered: (_, act) => paidInFull.includes(act) && act !== 'twice',
  stale: () => true,
};

function planDisturbances(random: Random, flow: Flow, act: Act): Disturbance[] {
  if (!happens(random, DISTURBED_SHARE)) return [];
  const possible = disturbances.filter((name) => allowed[name](flow, act));
  const count = between(random, 1, 3);
  const chosen = new Set(Array.from({ length: count }, () => oneOf(random, possible)));
  // What was told of without its id can be told of once more with it, but not with another amount.
  if (chosen.has('bare')) chosen.delete('altered');
  return [...chosen];
}
