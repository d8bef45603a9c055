import type { Vault } from '../../platform/crypto/vault';
import type { Notice } from '../rules/notice';
import type { MemberMail } from '../../notifications/rules/member-mail';
import type { MonthlyNotice } from '../../links/rules/monthly-mail';
import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';
import type { OutboxMessage } from '../../kernel/outbox/store/messages';
import type { Language } from './people';

const SEALED_AS = 'mails.email';
const NOTICE_SEALED_AS = 'mails.detail';

type MailKind = 'invitation' | 'password_reset' | 'operator_link' | 'notice';
export type MailOutcome = 'sent' | 'nobody' | 'refused';

export interface Mail {
  readonly id: string;
  readonly kind: MailKind;
  readonly email: string;
  readonly language: Language;
  readonly invitationId: string | null;
  /** For `operator_link`. */
  readonly operatorLinkId?: string | null;
  /** For `notice`. */
  readonly notice?: Notice | MemberMail | MonthlyNotice | null;
}

export interface DueMail extends Mail {
  readonly createdAt: Date;
}

/** Returns the outbox messages to dispatch after the commit. */
export async function insertMail(
  trx: Db,
  vault: Vault,
  mail: Mail,
): Promise<readonly OutboxMessage[]> {
  const emailSealed = vault.seal(mail.email, SEALED_AS);
  const detailSealed = mail.notice
    ? vault.seal(JSON.stringify(mail.notice), NOTICE_SEALED_AS)
    : null;
  return run<OutboxMessage>(
    trx,
    'insert-mail',
    sql`with mail as (
       insert into mails (id, kind, email_sealed, language, invitation_id, operator_link_id,
                          detail_sealed)
       values (${mail.id}, ${mail.kind}, ${emailSealed}, ${mail.language},
               ${mail.invitationId}, ${mail.operatorLinkId ?? null}, ${detailSealed})
       returning id
     )
     insert into outbox_messages (topic, subject) select 'mail', id from mail
     returning id, topic, subject, detail`,
  );
}

type StoredMail = Omit<DueMail, 'notice'> & { readonly noticeSealed: string | null };

/** Null when the mail was sent or dropped. */
export async function findDueMail(db: Db, vault: Vault, mailId: string): Promise<DueMail | null> {
  const [row] = await run<StoredMail>(
    db,
    'find-due-mail',
    sql`select id, kind, email_sealed as email, language,
            invitation_id, operator_link_id,
            detail_sealed as notice_sealed, created_at
     from mails where id = ${mailId} and ended_at is null`,
  );
  if (row === undefined) return null;
  const { noticeSealed, ...mail } = row;
  const notice =
    noticeSealed === null
      ? null
      : (JSON.parse(vault.open(noticeSealed, NOTICE_SEALED_AS)) as Mail['notice'] & object);
  return { ...mail, email: vault.open(mail.email, SEALED_AS), notice };
}

export async function endMail(db: Db, id: string, outcome: MailOutcome): Promise<void> {
  await run(
    db,
    'end-mail',
    sql`update mails set ended_at = now(), outcome = ${outcome} where id = ${id}`,
  );
}
