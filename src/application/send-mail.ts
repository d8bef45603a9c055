import type { Db } from '../db/connect';
import type { Dispatch } from '../db/dispatches';
import { insertMail } from '../db/mails';
import type { Mail } from '../db/mails';
import { newId } from '../lib/new-id';

/** Has a mail sent once the transaction commits. What is returned is to be offered then. */
export const orderMail = (trx: Db, mail: Omit<Mail, 'id'>): Promise<readonly Dispatch[]> =>
  insertMail(trx, { id: newId('mail_'), ...mail });
