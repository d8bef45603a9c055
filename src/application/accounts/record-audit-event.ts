import { appendAct } from '../../db/accounts/audit-log';
import type { Db } from '../../db/postgres/connect';
import type { KeyHolder } from '../../db/accounts/merchants';
import type { Act, ActEntry, Actor } from '../../domain/audit-event';
import type { Deps } from '../deps';

/** Somebody who acts, and for which merchant. */
export interface Person {
  readonly actor: Actor;
  readonly merchantId: string;
}

type What = Pick<ActEntry, 'subject'> & { readonly detail?: ActEntry['detail'] };

/** Writes an act into its merchant's audit log, in the transaction of the act. */
export async function recordAct(
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  { actor, merchantId }: Person,
  act: Act,
  { subject, detail = {} }: What,
): Promise<void> {
  await appendAct(trx, deps.vault, { scope: merchantId, actor, act, subject, detail });
}

/** An API key, as who acts. */
export const keyHolder = (
  { id, keyId }: Pick<KeyHolder, 'id' | 'keyId'>,
  address: string | null,
): Person => ({ actor: { kind: 'key', id: keyId, address }, merchantId: id });

/** Deps under which a verb writes down who did what it does: in its own transaction, or not. */
export const recorded = (deps: Deps, person: Person, act: Act, what: What): Deps => ({
  ...deps,
  alsoCommit: (trx) => recordAct(deps, trx, person, act, what),
});
