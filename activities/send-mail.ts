import { findInvitation, setInvitationHash } from '../src/people/store/invitations';
import {
  endMail,
  findDueMail,
  type DueMail,
  type Mail,
  type MailOutcome,
} from '../src/people/store/mails';
import { insertPasswordReset } from '../src/people/store/password-resets';
import { findPersonByEmail } from '../src/people/store/people';
import { newToken } from '../src/platform/crypto/secret-token';
import { invitationMail, operatorMail, passwordResetMail } from '../src/people/mail/templates';
import type { OutgoingMail } from '../src/platform/mail/mailer';
import { memberMail } from '../src/notifications/mail/member-mail';
import { findToken } from '../src/notifications/store/member-mails';
import { findShop } from '../src/business/find-business';
import { monthlyMail } from '../src/links/mail/monthly-mail';
import type { MonthlyNotice } from '../src/links/rules/monthly-mail';
import { linkStateAt } from '../src/links/rules/payment-link';
import { findMonthlyMail } from '../src/links/store/monthly-mails';
import { findLink } from '../src/links/store/payment-links';
import { noticeMail } from '../src/people/mail/notices';
import type { ActivityDeps } from './deps';

type MailDeps = Pick<ActivityDeps, 'db' | 'vault' | 'config' | 'mailer'>;

/**
 * Idempotent. The secret of the mail's link is created here and stored as a hash, so the database
 * does not contain it; a mail that is sent again gets a new secret.
 */
export function createSendMail(deps: MailDeps) {
  return async function send(mailId: string): Promise<MailOutcome> {
    const mail = await findDueMail(deps.db, deps.vault, mailId);
    if (mail === null) return 'sent';
    const message = await write(deps, mail);
    const outcome = message === null ? 'nobody' : await deps.mailer.send(message);
    await endMail(deps.db, mail.id, outcome);
    return outcome;
  };
}

/** Null when the recipient or the reason no longer exists. */
const write = async (deps: MailDeps, mail: DueMail): Promise<OutgoingMail | null> => {
  switch (mail.kind) {
    case 'invitation':
      return writeInvitation(deps, mail);
    case 'password_reset':
      return writeReset(deps, mail);
    case 'operator_link':
      return writeOperatorLink(deps, mail);
    case 'notice':
      return writeNotice(deps, mail);
  }
};

const linkTo = ({ config }: MailDeps, path: string): string => `${config.http.publicUrl}/${path}`;

async function writeInvitation(deps: MailDeps, mail: Mail): Promise<OutgoingMail | null> {
  const invitation =
    mail.invitationId === null
      ? null
      : await findInvitation(deps.db, deps.vault, 'merchant', mail.invitationId);
  if (invitation === null) return null;
  const { token, hash } = newToken();
  if (!(await setInvitationHash(deps.db, 'merchant', invitation.id, hash))) return null;
  return invitationMail(mail.language, {
    brand: deps.config.brand,
    to: invitation.email,
    merchantName: invitation.merchantName,
    isNewMerchant: invitation.merchantId === null,
    invitedBy: invitation.invitedBy,
    role: invitation.role,
    link: linkTo(deps, `dashboard/join/${token}?lang=${mail.language}`),
  });
}

async function writeReset(deps: MailDeps, mail: Mail): Promise<OutgoingMail | null> {
  const user = await findPersonByEmail(deps.db, deps.vault, 'merchant', mail.email);
  if (user === null) return null;
  const { token, hash } = newToken();
  await insertPasswordReset(deps.db, hash, user.id);
  const link = linkTo(deps, `dashboard/reset-password/${token}?lang=${mail.language}`);
  return passwordResetMail(mail.language, { brand: deps.config.brand, to: user.email, link });
}

async function writeOperatorLink(deps: MailDeps, mail: Mail): Promise<OutgoingMail | null> {
  const id = mail.operatorLinkId ?? null;
  const link = id === null ? null : await findInvitation(deps.db, deps.vault, 'operator', id);
  if (link === null) return null;
  const { token, hash } = newToken();
  if (!(await setInvitationHash(deps.db, 'operator', link.id, hash))) return null;
  return operatorMail(mail.language, {
    brand: deps.config.brand,
    to: link.email,
    isNew: link.personId === null,
    issuedBy: link.invitedBy,
    link: `${deps.config.http.consoleUrl}/console/join/${token}?lang=${mail.language}`,
  });
}

async function writeNotice(deps: MailDeps, mail: DueMail): Promise<OutgoingMail | null> {
  const { config, db } = deps;
  const { email: to, language, createdAt: at, notice } = mail;
  const { brand, http } = config;
  const facts = { brand, to, publicUrl: http.publicUrl };
  if (!notice) return null;
  if (notice.kind === 'monthly_link') return writeMonthly(deps, mail, notice);
  if (!('userId' in notice)) return noticeMail(language, { ...facts, notice, at });
  const token = await findToken(db, notice, notice.kind);
  return token === null ? null : memberMail(language, { ...facts, mail: notice, token });
}

/** Null once the payer has ended the mails, and for a link that takes no payment any more. */
async function writeMonthly(
  deps: MailDeps,
  { email: to, language }: DueMail,
  { monthlyMailId: id, merchantId, linkId }: MonthlyNotice,
): Promise<OutgoingMail | null> {
  const monthly = await findMonthlyMail(deps.db, deps.vault, { id, merchantId });
  if (monthly === null || monthly.endedAt !== null) return null;
  const { token } = monthly;
  const link = await findLink(deps.db, merchantId, linkId);
  if (link === null || linkStateAt(link, new Date()) !== 'active') return null;
  const { profile } = await findShop(deps, merchantId);
  const { brand, http } = deps.config;
  const facts = { brand, to, merchantName: profile.name, link, publicUrl: http.publicUrl, token };
  return monthlyMail(language, facts);
}
