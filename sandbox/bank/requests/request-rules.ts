import type { Asked, Failure } from '../book/entry';

/** How long after the decision a callback comes that does not come at once. */
export interface RequestDelays {
  /** After a request that was never answered: an inquiry is to be sooner. */
  readonly unansweredMs: number;
  readonly lateMs: number;
  /** Until the receiving bank sends the money back. */
  readonly returnedMs: number;
}

export const requestDelays: RequestDelays = {
  unansweredMs: 60_000,
  lateMs: 30_000,
  returnedMs: 5_000,
};

/** A callback to be made, the first of a rule at once unless it says otherwise. */
export interface Telling {
  /** Null: it tells of success. */
  readonly failure: Failure | null;
  readonly delay?: keyof RequestDelays;
  /** Not before the one ahead of it has ended. */
  readonly follows?: true;
  readonly withWrongKey?: true;
}

/**
 * What a request meets: `taken` is 202; `refused` is 422, and nothing is booked; `silence` books it
 * and never answers; `fault` is 500 the first time, before anything is booked. The first telling
 * says what becomes of it. None: somebody has to decide it.
 */
export type RequestRule =
  | { readonly answer: 'taken' | 'silence' | 'fault'; readonly tellings: readonly Telling[] }
  | { readonly answer: 'refused'; readonly refusal: Failure };

const succeeded: Telling = { failure: null };
const unanswered: Telling = { ...succeeded, delay: 'unansweredMs' };
const failed: Telling = {
  failure: { code: 'bank_rejected', message: 'The receiving bank rejected the transfer.' },
};
const returned: Telling = {
  failure: { code: 'returned', message: 'The receiving bank sent the money back.' },
  delay: 'returnedMs',
  follows: true,
};
const declined: Telling = {
  failure: { code: 'card_declined', message: 'The bank of the card declined the charge.' },
};
const short: Telling = {
  failure: { code: 'insufficient_funds', message: 'The card has too little money.' },
};

const byPerson: RequestRule = { answer: 'taken', tellings: [] };
const noAccount: RequestRule = {
  answer: 'refused',
  refusal: { code: 'account_not_found', message: 'The receiving bank has no such account.' },
};
const noToken: RequestRule = {
  answer: 'refused',
  refusal: { code: 'invalid_token', message: 'This bank knows of no such token.' },
};

interface Magic<Name extends string> {
  readonly name: Name;
  readonly rule: RequestRule;
}

/**
 * What becomes of a payout or refund by itself, by the satang of its amount; any other waits until
 * somebody acts. The money leaves, and the book says `succeeded`, wherever the first callback tells
 * so.
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
const bySatang = {
  1: { name: 'succeed', rule: { answer: 'taken', tellings: [succeeded] } },
  2: { name: 'fail', rule: { answer: 'taken', tellings: [failed] } },
  3: { name: 'silence', rule: { answer: 'silence', tellings: [unanswered] } },
  4: { name: 'late', rule: { answer: 'taken', tellings: [{ ...succeeded, delay: 'lateMs' }] } },
  5: { name: 'twice', rule: { answer: 'taken', tellings: [succeeded, succeeded] } },
  6: {
    name: 'wrongKey',
    rule: {
      answer: 'taken',
      tellings: [
        { ...succeeded, withWrongKey: true },
        { ...succeeded, follows: true },
      ],
    },
  },
  7: { name: 'refuse', rule: noAccount },
  8: { name: 'return', rule: { answer: 'taken', tellings: [succeeded, returned] } },
  9: { name: 'fault', rule: { answer: 'fault', tellings: [succeeded] } },
} as const satisfies Readonly<Record<number, Magic<string>>>;

export const tokenNames = [
  'tok_success',
  'tok_declined',
  'tok_insufficient_funds',
  'tok_timeout',
] as const;
export type TokenName = (typeof tokenNames)[number];

/**
 * The tokens that can be charged, whatever the amount. There is nobody to wait for: whose token it
 * is has agreed before.
 *
 * | token | what happens |
 * |---|---|
 * | `tok_success` | succeeds at once |
 * | `tok_declined` | fails at once, as `card_declined` |
 * | `tok_insufficient_funds` | fails at once, as `insufficient_funds` |
 * | `tok_timeout` | is never answered, and succeeds; the callback comes after 60 s |
 * | any other | is refused with 422 `invalid_token` |
 */
const byToken: Readonly<Record<TokenName, RequestRule>> = {
  tok_success: { answer: 'taken', tellings: [succeeded] },
  tok_declined: { answer: 'taken', tellings: [declined] },
  tok_insufficient_funds: { answer: 'taken', tellings: [short] },
  tok_timeout: { answer: 'silence', tellings: [unanswered] },
};

export type MagicName = (typeof bySatang)[keyof typeof bySatang]['name'];

/** The satang that decide, as `.01`, with the name of what they do. */
export const magicAmounts: readonly { readonly satang: string; readonly name: MagicName }[] =
  Object.entries(bySatang).map(([satang, { name }]) => ({ satang: `.0${satang}`, name }));

export function ruleFor(asked: Asked): RequestRule {
  if (asked.kind === 'charge') return rulesByToken.get(asked.token) ?? noToken;
  return rulesBySatang.get(asked.amountSatang % 100) ?? byPerson;
}

const rulesByToken: ReadonlyMap<string, RequestRule> = new Map(Object.entries(byToken));
const rulesBySatang: ReadonlyMap<number, RequestRule> = new Map(
  Object.entries(bySatang).map(([satang, { rule }]) => [Number(satang), rule]),
);

export type PersonsChoice = 'succeed' | 'fail';

/** What is told when a person decides. */
export const choices: Readonly<Record<PersonsChoice, readonly Telling[]>> = {
  succeed: [succeeded],
  fail: [failed],
};
