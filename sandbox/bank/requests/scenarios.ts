import type { Failure, Instruction } from '../records';

/** Delays of callbacks, counted from the decision. */
export interface CallbackDelays {
  /** After a request without a response. Longer than the gateway waits until it inquires. */
  readonly unansweredMs: number;
  readonly lateMs: number;
  /** Until the receiving bank returns the money. */
  readonly returnedMs: number;
}

export const callbackDelays: CallbackDelays = {
  unansweredMs: 60_000,
  lateMs: 30_000,
  returnedMs: 5_000,
};

export interface PlannedCallback {
  /** Null: the callback reports success. */
  readonly failure: Failure | null;
  readonly delay?: keyof CallbackDelays;
  readonly afterPrevious?: true;
  readonly withWrongKey?: true;
}

/**
 * The response to a request and its callbacks. `accepted` is 202. `rejected` is 422 and stores
 * nothing. `no_response` stores the request and leaves the connection open. `error_once` is 500 for
 * the first request and stores nothing. The first callback gives the outcome; a scenario without
 * callbacks leaves the request pending until a person decides it.
 */
export type Scenario =
  | {
      readonly response: 'accepted' | 'no_response' | 'error_once';
      readonly callbacks: readonly PlannedCallback[];
    }
  | { readonly response: 'rejected'; readonly failure: Failure };

const succeeded: PlannedCallback = { failure: null };
const failed: PlannedCallback = {
  failure: { code: 'bank_rejected', message: 'The receiving bank rejected the transfer.' },
};
const returned: PlannedCallback = {
  failure: { code: 'returned', message: 'The receiving bank returned the money.' },
  delay: 'returnedMs',
  afterPrevious: true,
};
const declined: PlannedCallback = {
  failure: { code: 'card_declined', message: 'The card issuer declined the charge.' },
};
const insufficientFunds: PlannedCallback = {
  failure: { code: 'insufficient_funds', message: 'The card has insufficient funds.' },
};

const accepted = (...callbacks: readonly PlannedCallback[]) =>
  ({ response: 'accepted', callbacks }) as const;
const noResponse = {
  response: 'no_response',
  callbacks: [{ failure: null, delay: 'unansweredMs' }],
} as const;
const rejected = (code: string, message: string) =>
  ({ response: 'rejected', failure: { code, message } }) as const;

/** Scenarios of payouts and refunds by the satang of the amount. */
const bySatang = {
  '.01': { name: 'succeed', scenario: accepted(succeeded) },
  '.02': { name: 'fail', scenario: accepted(failed) },
  '.03': { name: 'noResponse', scenario: noResponse },
  '.04': { name: 'late', scenario: accepted({ failure: null, delay: 'lateMs' }) },
  '.05': { name: 'twice', scenario: accepted(succeeded, succeeded) },
  '.06': {
    name: 'wrongKey',
    scenario: accepted(
      { failure: null, withWrongKey: true },
      { failure: null, afterPrevious: true },
    ),
  },
  '.07': {
    name: 'reject',
    scenario: rejected('account_not_found', 'The receiving bank has no such account.'),
  },
  '.08': { name: 'return', scenario: accepted(succeeded, returned) },
  '.09': { name: 'error', scenario: { response: 'error_once', callbacks: [succeeded] } },
  '.10': { name: 'wait', scenario: accepted() },
} as const satisfies Readonly<
  Record<string, { readonly name: string; readonly scenario: Scenario }>
>;

type TestAmount = keyof typeof bySatang;
export type ScenarioName = (typeof bySatang)[TestAmount]['name'];

export const testAmounts: readonly { readonly satang: string; readonly name: ScenarioName }[] =
  Object.entries(bySatang).map(([satang, { name }]) => ({ satang, name }));

/** Scenarios of charges by token, for every amount. Other tokens are rejected. */
const byToken = {
  tok_success: accepted(succeeded),
  tok_declined: accepted(declined),
  tok_insufficient_funds: accepted(insufficientFunds),
  tok_timeout: noResponse,
} as const;

export type TestToken = keyof typeof byToken;
export const testTokens = Object.keys(byToken) as readonly TestToken[];

/** `refundsWait`: a refund without a test amount waits for a decision. */
export function scenarioOf(instruction: Instruction, refundsWait: boolean): Scenario {
  if (instruction.kind === 'charge') {
    const token = testTokens.find((known) => known === instruction.token);
    return token === undefined ? rejected('invalid_token', 'Unknown token.') : byToken[token];
  }
  const { kind, amountSatang } = instruction;
  const satang = `.${String(testNumberOf(kind, amountSatang)).padStart(2, '0')}`;
  if (Object.hasOwn(bySatang, satang)) return bySatang[satang as TestAmount].scenario;
  return kind === 'refund' && !refundsWait ? accepted(succeeded) : accepted();
}

/**
 * The refund of a payment of whole baht has no satang: 9,001 to 9,010 baht do what .01 to .10 do.
 */
function testNumberOf(kind: Instruction['kind'], amountSatang: number): number {
  const baht = amountSatang / 100;
  const isWhole = kind === 'refund' && Number.isInteger(baht);
  return isWhole && baht > 9_000 ? baht - 9_000 : amountSatang % 100;
}

export type Outcome = 'succeed' | 'fail';

/** The callbacks after the decision of a person. */
export const decidedCallbacks: Readonly<Record<Outcome, readonly PlannedCallback[]>> = {
  succeed: [succeeded],
  fail: [failed],
};
