import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities';
import type { MailInput } from './contract';
import { mailPolicy } from './policies';

const { sendMail } = proxyActivities<Activities>(mailPolicy);

/** One mail, until the server that takes mail has it or will not have it. What came of it. */
export async function mail({ mailId }: MailInput): Promise<string> {
  return sendMail(mailId);
}
