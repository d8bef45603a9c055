import type { Vault } from '../../lib/vault';
import type { Notice } from '../../domain/notice';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { sql } from '../postgres/sql';
import type { OutboxMessage } from '../outbox/messages';
import type { Language } from './people';

const SEALED_AS = 'mails.email';

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
export async function insertMail(trx: Db, mail: Mail): Promise<readonly OutboxMessage[]> {
  return run<OutboxMessage>(
    trx,
    'insert-mail',
    sql`with mail as (
       insert into mails (id, kind, email, language, invitation_id, operator_link_id, detail)
       values (${mail.id}, ${mail.kind}, ${mail.email}, ${mail.language}, ${mail.invitationId},
              ${mail.operatorLinkId ?? null},
              ${mail.notice ? JSON.stringify(mail.notice) : null})
       returning id
     )
     insert into dispatches (topic, subject) select 'mail', id from mail
     returning id, topic, subject, detail`,
  );
}

/** Null when the mail was sent or dropped. */
export async function findDueMail(db: Db, mailId: string): Promise<DueMail | null> {
  const [row] = await run<DueMail>(
    db,
    'find-due-mail',
    sql`select id, kind, email, language, invitation_id as "invitationId",
            operator_link_id as "operatorLinkId", detail as notice,
            created_at as "createdAt"
     from mails where id = ${mailId} and ended_at is null`,
  );
  return row ?? null;
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

/** Seals addresses of mails that the former version ended. Returns their number. */
export async function sealEndedMails(db: Db, vault: Vault, limit: number): Promise<number> {
  const ended = await run<{ id: string; email: string }>(
    db,
    'find-unsealed-mails',
    sql`select id, email from mails where ended_at is not null and email <> '' limit ${limit}`,
  );
  for (const { id, email } of ended) {
    await run(
      db,
      'seal-ended-mail',
      sql`update mails set email = '', email_sealed = ${vault.seal(email, SEALED_AS)}
       where id = ${id}`,
    );
  }
  return ended.length;
}
