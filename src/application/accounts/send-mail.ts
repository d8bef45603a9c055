import type { Db } from '../../db/postgres/connect';
import type { OutboxMessage } from '../../db/outbox/messages';
import { insertMail } from '../../db/accounts/mails';
import type { Mail } from '../../db/accounts/mails';
import { listOwners } from '../../db/accounts/memberships';
import type { Language } from '../../db/accounts/users';
import type { Notice } from '../../domain/notice';
import { newId } from '../../lib/new-id';

/** Has a mail sent once the transaction commits. What is returned is to be offered then. */
export const orderMail = (trx: Db, mail: Omit<Mail, 'id'>): Promise<readonly OutboxMessage[]> =>
  insertMail(trx, { id: newId('mail_'), ...mail });

interface Recipient {
  readonly email: string;
  readonly language: Language;
}

/**
 * Tells somebody by mail what happened, once the transaction commits. Nobody waits for a notice:
 * the dispatcher finds it in the outbox within seconds.
 */
export async function orderNotice(
  trx: Db,
  { email, language }: Recipient,
  notice: Notice,
): Promise<void> {
  await orderMail(trx, { kind: 'notice', email, language, invitationId: null, notice });
}

/** Tells somebody that the own password is another one. */
export const noticePassword = (
  trx: Db,
  person: Recipient,
  site: 'dashboard' | 'console',
  address: string | null,
): Promise<void> => orderNotice(trx, person, { kind: 'password_changed', site, address });

/** Tells every owner of a merchant, but for the one that is named. */
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
