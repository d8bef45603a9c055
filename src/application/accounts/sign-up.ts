import { insertInvitation } from '../../db/accounts/invitations';
import type { Language } from '../../db/accounts/users';
import { newId } from '../../lib/new-id';
import type { Deps } from '../deps';
import { countMail } from './limit-attempts';
import { orderMail } from './send-mail';

const GOOD_FOR_DAYS = 2;

export interface SignUp {
  readonly merchantName: string;
  readonly email: string;
  readonly language: Language;
  readonly address: string | null;
}

/**
 * Somebody invites himself: the mail's link opens the merchant. Whether the address has an account
 * already is found out there, by who reads its mail. Throws Problem `rate_limit_exceeded`.
 */
export async function signUp(deps: Deps, request: SignUp): Promise<void> {
  const { merchantName, email, language } = request;
  await countMail(deps, request);
  const invitationId = newId('inv_');
  const dispatches = await deps.db.transaction(async (trx) => {
    await insertInvitation(trx, {
      id: invitationId,
      email,
      role: 'owner',
      to: { merchantName },
      invitedBy: null,
      days: GOOD_FOR_DAYS,
    });
    return orderMail(trx, { kind: 'invitation', email, language, invitationId });
  });
  deps.outbox.enqueue(dispatches);
}
