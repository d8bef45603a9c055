import type { Db } from '../platform/postgres/connect';
import type { OutboxMessage } from '../kernel/outbox/store/messages';
import { insertMail, type Mail } from './store/mails';
import { listOwners } from './store/memberships';
import type { Person } from './store/people';
import type { Notice } from './rules/notice';
import type { MemberMail } from '../notifications/rules/member-mail';
import type { MonthlyNotice } from '../links/rules/monthly-mail';
import { realms, type Realm } from '../kernel/rules/realm';
import { newId } from '../platform/new-id';
import type { Deps } from '../deps';

type Doing = Pick<Deps, 'vault'>;

export const enqueueMail = (
  { vault }: Doing,
  trx: Db,
  mail: Omit<Mail, 'id'>,
): Promise<readonly OutboxMessage[]> => insertMail(trx, vault, { id: newId('mail_'), ...mail });

type Recipient = Pick<Person, 'email' | 'language'>;

/** The link's secret is generated when the mail is sent. */
export const enqueueInvitationMail = (
  deps: Doing,
  trx: Db,
  realm: Realm,
  { id, email, language }: Recipient & { readonly id: string },
): Promise<readonly OutboxMessage[]> =>
  enqueueMail(
    deps,
    trx,
    realm === 'merchant'
      ? { kind: 'invitation', email, language, invitationId: id }
      : { kind: 'operator_link', email, language, invitationId: null, operatorLinkId: id },
  );

/** The relay finds the message in the outbox within seconds, so that no request waits for it. */
export async function enqueueNotice(
  deps: Doing,
  trx: Db,
  { email, language }: Recipient,
  notice: Notice | MemberMail | MonthlyNotice,
): Promise<void> {
  await enqueueMail(deps, trx, { kind: 'notice', email, language, invitationId: null, notice });
}

export const enqueuePasswordNotice = (
  deps: Doing,
  trx: Db,
  realm: Realm,
  person: Recipient,
  address: string | null,
): Promise<void> =>
  enqueueNotice(deps, trx, person, { kind: 'password_changed', site: realms[realm].site, address });

export async function notifyOwners(
  deps: Doing,
  trx: Db,
  merchantId: string,
  notice: Notice,
  exceptUserId: string | null = null,
): Promise<void> {
  for (const owner of await listOwners(trx, deps.vault, merchantId)) {
    if (owner.id !== exceptUserId) await enqueueNotice(deps, trx, owner, notice);
  }
}
