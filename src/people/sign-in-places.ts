import * as places from './store/sign-in-places';
import type { Db } from '../platform/postgres/connect';
import { networkOf } from '../platform/network/network';
import { hashOfSentToken } from '../platform/crypto/secret-token';
import type { Person } from './store/people';
import { realms, type Realm } from '../kernel/rules/realm';
import type { Deps } from '../deps';
import { enqueueNotice } from './send-mail';

export interface ClientInfo {
  readonly address: string | null;
  /** The `User-Agent` header. */
  readonly agent: string | null;
  /** The device cookie, or the one that the answer will set; absent without a browser. */
  readonly device?: string;
}

const AGENT_LENGTH_MAX = 300;

export const keptAgent = (agent: string | null): string | null =>
  agent === null ? null : agent.slice(0, AGENT_LENGTH_MAX);

/** Null for a malformed cookie. */
export function placeOfDevice(device: string | undefined): string | null {
  const hash = device === undefined ? null : hashOfSentToken(device);
  return hash === null ? null : `device:${hash.toString('base64url')}`;
}

/** Of any account. */
export function isKnownDevice({ db }: Pick<Deps, 'db'>, device: string): Promise<boolean> {
  const place = placeOfDevice(device);
  return place === null ? Promise.resolve(false) : places.isPlaceOfAnyAccount(db, place);
}

const placesOf = ({ device, address }: ClientInfo): readonly string[] =>
  [placeOfDevice(device), address === null ? null : `network:${networkOf(address)}`].filter(
    (place) => place !== null,
  );

/** True for a known device or a known network. */
export async function isKnownClient(
  trx: Db,
  accountId: string,
  client: ClientInfo,
): Promise<boolean> {
  for (const place of placesOf(client)) {
    if (await places.isKnownPlace(trx, accountId, place)) return true;
  }
  return false;
}

/** Returns whether the device or the network is new to the account. */
export function recordSignIn(trx: Db, accountId: string, client: ClientInfo): Promise<boolean> {
  return places.recordPlaces(trx, accountId, placesOf(client));
}

/** Records the sign-in. One from a new device or network is notified by mail. */
export async function announceSignIn(
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  realm: Realm,
  person: Pick<Person, 'id' | 'email' | 'language'>,
  client: ClientInfo,
): Promise<void> {
  if (!(await recordSignIn(trx, person.id, client))) return;
  const { address, agent } = client;
  const { site } = realms[realm];
  const notice = { kind: 'signed_in', site, address, agent: keptAgent(agent) } as const;
  await enqueueNotice(deps, trx, person, notice);
}

/** Devices and networks, except for those of the client. */
export async function forgetOtherPlaces(
  trx: Db,
  accountId: string,
  client: ClientInfo | null,
): Promise<void> {
  await places.forgetPlaces(trx, accountId);
  if (client !== null) await recordSignIn(trx, accountId, client);
}
