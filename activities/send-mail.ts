import { findInvitation, setInvitationHash } from '../src/db/invitations';
import { endMail, findDueMail } from '../src/db/mails';
import type { Mail, MailOutcome } from '../src/db/mails';
import { insertPasswordReset } from '../src/db/password-resets';
import { findUserByEmail } from '../src/db/users';
import { newToken } from '../src/lib/secret-token';
import { invitationLetter, passwordResetLetter } from '../src/mail/letters';
import type { Letter } from '../src/mail/mailer';
import type { ActivityDeps } from './index';

type MailDeps = Pick<ActivityDeps, 'db' | 'config' | 'mailer'>;

/**
 * Sends a mail, unless it was sent. The secret in its link is made here and kept as its hash, so
 * that nobody can read it in the database; one that is sent again has another.
 */
export function createSendMail(deps: MailDeps) {
  return async function send(mailId: string): Promise<MailOutcome> {
    const mail = await findDueMail(deps.db, mailId);
    if (mail === null) return 'sent';
    const letter = await write(deps, mail);
    const outcome = letter === null ? 'nobody' : await deps.mailer.send(letter);
    await endMail(deps.db, mailId, outcome);
    return outcome;
  };
}

/** Null when there is nobody, or no reason any more, to send it. */
const write = (deps: MailDeps, mail: Mail): Promise<Letter | null> =>
  mail.kind === 'invitation' ? writeInvitation(deps, mail) : writeReset(deps, mail);

const linkTo = ({ config }: MailDeps, path: string): string =>
  `${config.http.publicUrl}/dashboard/${path}`;

async function writeInvitation(deps: MailDeps, mail: Mail): Promise<Letter | null> {
  const invitation =
    mail.invitationId === null ? null : await findInvitation(deps.db, mail.invitationId);
  if (invitation === null) return null;
  const { token, hash } = newToken();
  if (!(await setInvitationHash(deps.db, invitation.id, hash))) return null;
  return invitationLetter(mail.language, {
    to: invitation.email,
    merchantName: invitation.merchantName,
    isNewMerchant: invitation.merchantId === null,
    invitedBy: invitation.invitedBy,
    role: invitation.role,
    link: linkTo(deps, `join/${token}?lang=${mail.language}`),
  });
}

async function writeReset(deps: MailDeps, mail: Mail): Promise<Letter | null> {
  const user = await findUserByEmail(deps.db, mail.email);
  if (user === null) return null;
  const { token, hash } = newToken();
  await insertPasswordReset(deps.db, hash, user.id);
  const link = linkTo(deps, `reset-password/${token}?lang=${mail.language}`);
  return passwordResetLetter(mail.language, user.email, link);
}
