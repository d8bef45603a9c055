import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities';
import type { MailInput } from './contract';
import { mailPolicy } from './policies';

const { sendMail } = proxyActivities<Activities>({ ...mailPolicy, summary: 'Send the mail' });

/** Retries until the mail server accepts or rejects the mail. Returns the outcome. */
export async function mail({ mailId }: MailInput): Promise<string> {
  return sendMail(mailId);
}
