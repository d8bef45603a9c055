import {
  addAttempts,
  countAttempt,
  delayAttempts,
  findDelay,
  forgetAttempts,
  lockAttempts,
  shareCounts,
  type AttemptLimit,
} from './store/attempt-counts';
import { isKnownPlace } from './store/sign-in-places';
import { Problem } from '../kernel/rules/problem';
import type { Realm } from '../kernel/rules/realm';
import { networkOf } from '../platform/network/network';
import { createSharedCounters } from '../platform/shared-counters';
import { accountDigest } from './account-digest';
import type { Deps } from '../deps';
import { placeOfDevice } from './sign-in-places';

/** Counted in the database, for all processes together. */
export const createRateCounters = ({ db, log }: Pick<Deps, 'db' | 'log'>) =>
  createSharedCounters({ share: (counters) => shareCounts(db, counters), log });

const QUARTER_SECONDS = 15 * 60;
const HOUR_SECONDS = 60 * 60;

/** Attempts per network and account. Each further attempt is delayed; the delay doubles. */
const PAIR_TRIES = 10;
const PAIR_DELAY_SECONDS = 30;
const PAIR_DELAY_SECONDS_MAX = QUARTER_SECONDS;
/**
 * Attempts per account and hour from unknown devices. Beyond it, every network is delayed before
 * each attempt.
 */
const ACCOUNT_TRIES = 50;
const ACCOUNT_DELAY_SECONDS = 60;
/** Attempts per network and 15 minutes, for all accounts. An office shares an address. */
const NETWORK_TRIES = 100;
/** Attempts per known device and account in 15 minutes. */
const DEVICE_TRIES = 10;
/** Second factors per account and hour from unknown devices: three codes of a million are right. */
const FACTOR_TRIES = 20;

/** At the password of an address, or a mail to it. */
export interface Attempt {
  readonly email: string;
  readonly address: string | null;
  /** The device cookie. */
  readonly device?: string | undefined;
  /** One address may have an account in both realms. By default `merchant`. */
  readonly realm?: Realm;
}

type LimitDeps = Pick<Deps, 'db' | 'vault'>;

/** A digest, since counters do not store e-mail addresses. */
const shortOf = (deps: LimitDeps, { email, realm }: Attempt): string => {
  const digest = accountDigest(deps, email);
  return realm === 'operator' ? `${realm}:${digest}` : digest;
};

const network = ({ address }: Attempt): string => (address === null ? 'none' : networkOf(address));

const keysOf = (deps: LimitDeps, attempt: Attempt) => {
  const email = shortOf(deps, attempt);
  return {
    pair: `password:${email}:${network(attempt)}`,
    account: `password:${email}`,
    network: `password::${network(attempt)}`,
    device: `device:${email}:${placeOfDevice(attempt.device) ?? 'none'}`,
  };
};

const tooMany = (seconds: number): Problem =>
  new Problem('rate_limit_exceeded', { headers: { 'Retry-After': String(Math.max(1, seconds)) } });

/** Says which counter the attempt was added to. */
type CountedBy = 'device' | 'network';

/**
 * Counts an attempt before the password is compared, so that concurrent attempts are limited too.
 * Known devices have a counter of their own, which others cannot exhaust. Attempts of others delay
 * a network and never block it. Throws Problem `rate_limit_exceeded`, also for unknown accounts.
 */
export async function countPassword(
  deps: LimitDeps,
  attempt: Attempt,
  accountId: string | null,
): Promise<CountedBy> {
  if (await hasDeviceTry(deps, attempt, accountId)) return 'device';
  // Most attempts of an attack are rejected here, without a lock.
  const seconds =
    (await findDelay(deps.db, keysOf(deps, attempt).pair)) ??
    (await deps.db.transaction((trx) => countStranger({ ...deps, db: trx }, attempt)));
  if (seconds !== null) throw tooMany(seconds);
  return 'network';
}

async function hasDeviceTry(
  deps: LimitDeps,
  attempt: Attempt,
  accountId: string | null,
): Promise<boolean> {
  const place = placeOfDevice(attempt.device);
  // The lookup is made for unknown accounts too, so that its time reveals nothing.
  if (place === null || !(await isKnownPlace(deps.db, accountId ?? '', place))) return false;
  const limit = { key: keysOf(deps, attempt).device, max: DEVICE_TRIES, seconds: QUARTER_SECONDS };
  return (await countAttempt(deps.db, [limit])) === null;
}

/** Seconds until an attempt from an unknown device is evaluated; null to evaluate this one. */
async function countStranger(deps: LimitDeps, attempt: Attempt): Promise<number | null> {
  const { db: trx } = deps;
  const keys = keysOf(deps, attempt);
  const [pair, account, whole] = await lockAttempts(trx, [
    { key: keys.pair, seconds: HOUR_SECONDS },
    { key: keys.account, seconds: HOUR_SECONDS },
    { key: keys.network, seconds: QUARTER_SECONDS },
  ]);
  if (pair === undefined || account === undefined || whole === undefined) return null;
  if (whole.count >= NETWORK_TRIES) return whole.left;
  if (pair.freeIn !== null && pair.freeIn > 0) return pair.freeIn;
  const delay = account.count >= ACCOUNT_TRIES ? ACCOUNT_DELAY_SECONDS : 0;
  if (pair.freeIn === null && delay > 0) {
    await delayAttempts(trx, keys.pair, delay);
    return delay;
  }
  await addAttempts(trx, [keys.pair, keys.account, keys.network], 1);
  await delayAttempts(trx, keys.pair, Math.max(delay, pairDelay(pair.count + 1)));
  return null;
}

const pairDelay = (tries: number): number =>
  tries < PAIR_TRIES
    ? 0
    : Math.min(PAIR_DELAY_SECONDS * 2 ** (tries - PAIR_TRIES), PAIR_DELAY_SECONDS_MAX);

/** Called after a correct password. */
export async function resetPasswordCounters(
  deps: LimitDeps,
  attempt: Attempt,
  countedBy: CountedBy,
): Promise<void> {
  const keys = keysOf(deps, attempt);
  if (countedBy === 'device') return forgetAttempts(deps.db, [keys.device]);
  await forgetAttempts(deps.db, [keys.pair]);
  await addAttempts(deps.db, [keys.account, keys.network], -1);
}

const factorKey = (accountId: string): string => `factor:${accountId}`;

/**
 * Counted before the code is compared, and as an attempt at the password too. Throws Problem
 * `rate_limit_exceeded`.
 */
export async function countFactor(
  deps: LimitDeps,
  attempt: Attempt,
  accountId: string,
): Promise<CountedBy> {
  const countedBy = await countPassword(deps, attempt, accountId);
  if (countedBy === 'device') return countedBy;
  const limit = { key: factorKey(accountId), max: FACTOR_TRIES, seconds: HOUR_SECONDS };
  const seconds = await countAttempt(deps.db, [limit]);
  if (seconds !== null) throw tooMany(seconds);
  return countedBy;
}

export async function resetFactorCounters(
  deps: LimitDeps,
  attempt: Attempt,
  countedBy: CountedBy,
  accountId: string,
): Promise<void> {
  await resetPasswordCounters(deps, attempt, countedBy);
  await forgetAttempts(deps.db, [factorKey(accountId)]);
}

/** Mails per address and per network, so that a mailbox cannot be flooded. */
const mailLimits = (deps: LimitDeps, attempt: Attempt): readonly AttemptLimit[] => [
  { key: `mail:${shortOf(deps, attempt)}`, max: 5, seconds: HOUR_SECONDS },
  { key: `mail::${network(attempt)}`, max: 30, seconds: HOUR_SECONDS },
];

/**
 * Counts a mail that its recipient may not have requested, before it is written. Throws Problem
 * `rate_limit_exceeded`, whether or not the account exists.
 */
export async function countMail(deps: LimitDeps, attempt: Attempt): Promise<void> {
  const seconds = await countAttempt(deps.db, mailLimits(deps, attempt));
  if (seconds !== null) throw tooMany(seconds);
}
