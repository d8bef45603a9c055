import type { Db } from '../../db/postgres/connect';
import type { OutboxMessage } from '../../db/outbox/messages';
import { insertMail } from '../../db/accounts/mails';
import type { Mail } from '../../db/accounts/mails';
import { listOwners } from '../../db/accounts/memberships';
import type { Person } from '../../db/accounts/people';
import type { Notice } from '../../domain/notice';
import { realms } from '../../domain/realm';
import type { Realm } from '../../domain/realm';
import { newId } from '../../lib/new-id';

/** Queues a mail, which is sent after the commit. Returns the outbox messages to dispatch then. */
export const orderMail = (trx: Db, mail: Omit<Mail, 'id'>): Promise<readonly OutboxMessage[]> =>
  insertMail(trx, { id: newId('mail_'), ...mail });

type Recipient = Pick<Person, 'email' | 'language'>;

/** Queues the mail of an invitation. The link's secret is generated when it is sent. */
export const orderInvitationMail = (
  trx: Db,
  realm: Realm,
  { id, email, language }: Recipient & { readonly id: string },
): Promise<readonly OutboxMessage[]> =>
  orderMail(
    trx,
    realm === 'merchant'
      ? { kind: 'invitation', email, language, invitationId: id }
      : { kind: 'operator_link', email, language, invitationId: null, operatorLinkId: id },
  );

/** Queues a notice. The relay finds it in the outbox within seconds: no request waits for it. */
export async function orderNotice(
  trx: Db,
  { email, language }: Recipient,
  notice: Notice,
): Promise<void> {
  await orderMail(trx, { kind: 'notice', email, language, invitationId: null, notice });
}

/** Notifies a person of a new password. */
export const noticePassword = (
  trx: Db,
  realm: Realm,
  person: Recipient,
  address: string | null,
): Promise<void> =>
  orderNotice(trx, person, { kind: 'password_changed', site: realms[realm].site, address });

/** Notifies every owner of a merchant, except for one user. */
export async function notifyOwners(
  trx: Db,
  merchantId: string,
  notice: Notice,
  exceptUserId: string | null = null,
): Promise<void> {
  for (const owner of await listOwners(trx, merchantId)) {
    if (owner.id !== exceptUserId) await orderNotice(trx, owner, notice);
  }
}
