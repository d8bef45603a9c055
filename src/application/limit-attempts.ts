import { countAttempt, forgetAttempts } from '../db/attempt-counts';
import type { AttemptLimit } from '../db/attempt-counts';
import { Problem } from '../domain/problem';
import { accountDigest } from './account-digest';
import type { Deps } from './deps';

const QUARTER_SECONDS = 15 * 60;
const HOUR_SECONDS = 60 * 60;

/** Addresses of people are not kept for counting. */
const shortOf = ({ email, of }: Attempt): string => {
  const digest = accountDigest(email);
  return of === undefined ? digest : `${of}:${digest}`;
};

/** Where an attempt comes from, and about whom. */
export interface Attempt {
  readonly email: string;
  readonly address: string | null;
  /** Whose: one address may be that of an operator and of somebody who works for a merchant. */
  readonly of?: 'operator';
}

type Limits = (email: string, address: string) => readonly AttemptLimit[];

/**
 * A stranger who guesses is stopped after few guesses. The account itself takes more, so that he
 * cannot lock its owner out from another address; and an address more, which an office shares.
 */
const passwordLimits: Limits = (email, address) => [
  { key: `password:${email}:${address}`, max: 10, seconds: QUARTER_SECONDS },
  { key: `password:${email}`, max: 50, seconds: HOUR_SECONDS },
  { key: `password::${address}`, max: 100, seconds: QUARTER_SECONDS },
];

/** Nobody's mailbox is to be filled by us. */
const mailLimits: Limits = (email, address) => [
  { key: `mail:${email}`, max: 5, seconds: HOUR_SECONDS },
  { key: `mail::${address}`, max: 30, seconds: HOUR_SECONDS },
];

/** Throws Problem `rate_limit_exceeded`, whether or not there is such an account. */
async function count(deps: Pick<Deps, 'db'>, limits: readonly AttemptLimit[]): Promise<void> {
  const seconds = await countAttempt(deps.db, limits);
  if (seconds === null) return;
  throw new Problem('rate_limit_exceeded', { headers: { 'Retry-After': String(seconds) } });
}

const limitsOf = (limits: Limits, attempt: Attempt): readonly AttemptLimit[] =>
  limits(shortOf(attempt), attempt.address ?? 'none');

/** Before a password is compared. */
export const countPassword = (deps: Pick<Deps, 'db'>, attempt: Attempt): Promise<void> =>
  count(deps, limitsOf(passwordLimits, attempt));

/** After it was right: what came before was its owner's. The address keeps its count. */
export async function forgivePassword(deps: Pick<Deps, 'db'>, attempt: Attempt): Promise<void> {
  const [ofBoth, ofAccount] = limitsOf(passwordLimits, attempt);
  await forgetAttempts(
    deps.db,
    [ofBoth, ofAccount].flatMap((limit) => (limit === undefined ? [] : [limit.key])),
  );
}

/** Before a mail is written to somebody who may not have asked for it. */
export const countMail = (deps: Pick<Deps, 'db'>, attempt: Attempt): Promise<void> =>
  count(deps, limitsOf(mailLimits, attempt));
