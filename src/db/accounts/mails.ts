import type { Vault } from '../../lib/vault';
import type { Notice } from '../../domain/notice';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { sql } from '../postgres/sql';
import type { OutboxMessage } from '../outbox/messages';
import type { Language } from './people';
import { findPeopleForm, openText, storedText } from './people-form';
import type { StoredText } from './people-form';

const SEALED_AS = 'mails.email';
const NOTICE_SEALED_AS = 'mails.detail';

type MailKind = 'invitation' | 'password_reset' | 'operator_link' | 'notice';
export type MailOutcome = 'sent' | 'nobody' | 'refused';

/** A mail to send. */
export interface Mail {
  readonly id: string;
  readonly kind: MailKind;
  readonly email: string;
  readonly language: Language;
  readonly invitationId: string | null;
  /** For `operator_link`. */
  readonly operatorLinkId?: string | null;
  /** For `notice`. */
  readonly notice?: Notice | null;
}

/** A queued mail. */
export interface DueMail extends Mail {
  readonly createdAt: Date;
}

/** Queues a mail. Returns the outbox messages to dispatch after the commit. */
export async function insertMail(
  trx: Db,
  vault: Vault,
  mail: Mail,
): Promise<readonly OutboxMessage[]> {
  const form = await findPeopleForm(trx, vault);
  const [email, emailSealed] = form.stored(mail.email, SEALED_AS);
  const [detail, detailSealed] = mail.notice
    ? form.stored(JSON.stringify(mail.notice), NOTICE_SEALED_AS)
    : [null, null];
  return run<OutboxMessage>(
    trx,
    'insert-mail',
    sql`with mail as (
       insert into mails (id, kind, email, email_sealed, language, invitation_id,
                          operator_link_id, detail, detail_sealed)
       values (${mail.id}, ${mail.kind}, ${email}, ${emailSealed}, ${mail.language},
               ${mail.invitationId}, ${mail.operatorLinkId ?? null},
               ${detail === '' ? '{}' : detail}, ${detailSealed})
       returning id
     )
     insert into dispatches (topic, subject) select 'mail', id from mail
     returning id, topic, subject, detail`,
  );
}

type StoredMail = Omit<DueMail, 'email' | 'notice'> & {
  readonly email: StoredText;
  readonly notice: Notice | null;
  readonly noticeSealed: string | null;
};

/** Null when the mail was sent or dropped. */
export async function findDueMail(db: Db, vault: Vault, mailId: string): Promise<DueMail | null> {
  const [row] = await run<StoredMail>(
    db,
    'find-due-mail',
    sql`select id, kind, ${storedText('mails', 'email')} as email, language,
            invitation_id as "invitationId", operator_link_id as "operatorLinkId",
            detail as notice, detail_sealed as "noticeSealed", created_at as "createdAt"
     from mails where id = ${mailId} and ended_at is null`,
  );
  if (row === undefined) return null;
  const { noticeSealed, ...mail } = row;
  const notice =
    noticeSealed === null
      ? mail.notice
      : (JSON.parse(vault.open(noticeSealed, NOTICE_SEALED_AS)) as Notice);
  return { ...mail, email: openText(vault, SEALED_AS, mail.email), notice };
}

/** Ends a mail and seals its address, which is then for diagnosis only. */
export async function endMail(
  db: Db,
  vault: Vault,
  { id, email }: Pick<Mail, 'id' | 'email'>,
  outcome: MailOutcome,
): Promise<void> {
  await run(
    db,
    'end-mail',
    sql`update mails set ended_at = now(), outcome = ${outcome}, email = '',
       email_sealed = ${vault.seal(email, SEALED_AS)} where id = ${id}`,
  );
}

/**
 * Seals the addresses and notices of mails in plain text: all of them where people are stored
 * sealed, else of ended mails. Returns their number.
 */
export async function sealMails(db: Db, vault: Vault, limit: number): Promise<number> {
  const { isSealed } = await findPeopleForm(db, vault);
  const found = await run<{ id: string; email: string; detail: string | null }>(
    db,
    'find-unsealed-mails',
    sql`select id, email, case when detail_sealed is null then detail::text end as detail
     from mails where (email <> '' or detail::text <> '{}')
       and (${isSealed}::boolean or (ended_at is not null and email <> '')) limit ${limit}`,
  );
  for (const { id, email, detail } of found) {
    const emailSealed = email === '' ? null : vault.seal(email, SEALED_AS);
    const detailSealed = !isSealed || detail === null ? null : vault.seal(detail, NOTICE_SEALED_AS);
    await run(
      db,
      'seal-mail',
      sql`update mails set email = '', email_sealed = coalesce(${emailSealed}, email_sealed),
         detail = case when ${detailSealed}::text is null then detail else '{}' end,
         detail_sealed = coalesce(${detailSealed}, detail_sealed)
       where id = ${id} and email = ${email}`,
    );
  }
  return found.length;
}
