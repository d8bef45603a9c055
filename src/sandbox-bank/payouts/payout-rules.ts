import type { Failure } from '../book/entry';

/** How long after the decision a callback comes that does not come at once. */
export interface PayoutDelays {
  /** After a request that was never answered: an inquiry is to be sooner. */
  readonly unansweredMs: number;
  readonly lateMs: number;
  /** Until the receiving bank sends the money back. */
  readonly returnedMs: number;
}

export const payoutDelays: PayoutDelays = {
  unansweredMs: 60_000,
  lateMs: 30_000,
  returnedMs: 5_000,
};

/** A callback to be made, the first of a rule at once unless it says otherwise. */
export interface Telling {
  /** Null: it tells of success. */
  readonly failure: Failure | null;
  readonly delay?: keyof PayoutDelays;
  /** Not before the one ahead of it has ended. */
  readonly follows?: true;
  readonly withWrongKey?: true;
}

export interface PayoutRule {
  readonly name: string;
  /**
   * What the request for the payout meets: `taken` is 202; `refused` is 422, and nothing is booked;
   * `silence` books it and never answers; `fault` is 500 the first time, before anything is booked.
   */
  readonly answer: 'taken' | 'refused' | 'silence' | 'fault';
  /** The first says what becomes of the payout. None: somebody has to decide it. */
  readonly tellings: readonly Telling[];
}

const succeeded: Telling = { failure: null };
const failed: Telling = {
  failure: { code: 'bank_rejected', message: 'The receiving bank rejected the payout.' },
};
const returned: Telling = {
  failure: { code: 'returned', message: 'The receiving bank sent the money back.' },
  delay: 'returnedMs',
  follows: true,
};
const byPerson: PayoutRule = { name: 'person', answer: 'taken', tellings: [] };

/**
 * What becomes of a payout by itself, by the satang of its amount; any other waits until somebody
 * acts. The money leaves, and the book says `succeeded`, wherever the first callback tells so.
 *
 * | amount | what happens |
 * |---|---|
 * | `….01` | succeeds at once |
 * | `….02` | fails at once |
 * | `….03` | is never answered, and succeeds; the callback comes after 60 s |
 * | `….04` | succeeds; the callback comes 30 s late |
 * | `….05` | succeeds, and calls back twice |
 * | `….06` | succeeds; a callback with a wrong key comes before the right one |
 * | `….07` | is refused with 422 `account_not_found` |
 * | `….08` | succeeds, and a `failed` callback contradicts it 5 s later: a bank return |
 * | `….09` | meets a 500 the first time and is not booked; sent again, it succeeds |
 */
const rules = {
  1: { name: 'succeed', answer: 'taken', tellings: [succeeded] },
  2: { name: 'fail', answer: 'taken', tellings: [failed] },
  3: { name: 'silence', answer: 'silence', tellings: [{ ...succeeded, delay: 'unansweredMs' }] },
  4: { name: 'late', answer: 'taken', tellings: [{ ...succeeded, delay: 'lateMs' }] },
  5: { name: 'twice', answer: 'taken', tellings: [succeeded, succeeded] },
  6: {
    name: 'wrongKey',
    answer: 'taken',
    tellings: [
      { ...succeeded, withWrongKey: true },
      { ...succeeded, follows: true },
    ],
  },
  7: { name: 'refuse', answer: 'refused', tellings: [] },
  8: { name: 'return', answer: 'taken', tellings: [succeeded, returned] },
  9: { name: 'fault', answer: 'fault', tellings: [succeeded] },
} as const satisfies Readonly<Record<number, PayoutRule>>;

export type MagicName = (typeof rules)[keyof typeof rules]['name'];

/** The satang that decide, as `.01`, with the name of what they do. */
export const magicAmounts: readonly { readonly satang: string; readonly name: MagicName }[] =
  Object.entries(rules).map(([satang, { name }]) => ({ satang: `.0${satang}`, name }));

export function ruleFor(amountSatang: number): PayoutRule {
  const bySatang: Readonly<Record<number, PayoutRule>> = rules;
  return bySatang[amountSatang % 100] ?? byPerson;
}

export type PersonsChoice = 'succeed' | 'fail';

/** What is told when a person decides. */
export const choices: Readonly<Record<PersonsChoice, readonly Telling[]>> = {
  succeed: [succeeded],
  fail: [failed],
};
