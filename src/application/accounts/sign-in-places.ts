import * as places from '../../db/accounts/sign-in-places';
import type { Db } from '../../db/postgres/connect';
import { networkOf } from '../../lib/network';
import { hashOfSentToken } from '../../lib/secret-token';
import type { Language } from '../../db/accounts/users';
import { keptAgent } from './begin-session';
import type { ClientInfo } from './begin-session';
import type { Deps } from '../deps';
import { orderNotice } from './send-mail';

/** What is kept of a device cookie; null for what is not one of ours. */
export function placeOfDevice(device: string | undefined): string | null {
  const hash = device === undefined ? null : hashOfSentToken(device);
  return hash === null ? null : `device:${hash.toString('base64url')}`;
}

/** Whether a device cookie is one that somebody has signed in with. */
export function isKnownDevice({ db }: Pick<Deps, 'db'>, device: string): Promise<boolean> {
  const place = placeOfDevice(device);
  return place === null ? Promise.resolve(false) : places.isPlaceOfSomebody(db, place);
}

/**
 * Records where an account has just signed in from. Returns whether the device or the network is
 * new to the account.
 */
export function recordSignIn(
  trx: Db,
  accountId: string,
  { device, address }: ClientInfo,
): Promise<boolean> {
  const known = [
    placeOfDevice(device),
    address === null ? null : `network:${networkOf(address)}`,
  ].filter((place) => place !== null);
  return places.recordPlaces(trx, accountId, known);
}

interface Account {
  readonly id: string;
  readonly email: string;
  readonly language: Language;
}

/** Records a sign-in, and tells its person by mail of one from a new device or network. */
export async function announceSignIn(
  trx: Db,
  account: Account,
  site: 'dashboard' | 'console',
  whereabouts: ClientInfo,
): Promise<void> {
  if (!(await recordSignIn(trx, account.id, whereabouts))) return;
  const { address, agent } = whereabouts;
  const notice = { kind: 'signed_in', site, address, agent: keptAgent(agent) } as const;
  await orderNotice(trx, account, notice);
}

/** Forgets where an account signed in from, except for where its person is now, if known. */
export async function forgetOtherPlaces(
  trx: Db,
  accountId: string,
  whereabouts: ClientInfo | null,
): Promise<void> {
  await places.forgetPlaces(trx, accountId);
  if (whereabouts !== null) await recordSignIn(trx, accountId, whereabouts);
}
