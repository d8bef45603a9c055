import type * as workflows from '../../workflows';

/**
 * Every workflow type with the paths of its runs. Each path has a stored history, which
 * replay.test.ts replays on today's code.
 */
export const paths: Readonly<Record<keyof typeof workflows, readonly string[]>> = {
  audit: ['done'],
  deposit: ['paid', 'expired', 'slip-then-paid'],
  housekeeping: ['done', 'failed'],
  inquiredDeposit: ['paid'],
  inquiredPayment: ['paid', 'late'],
  mail: ['sent'],
  qrPayment: ['paid', 'expired', 'late', 'short-then-expired'],
  refund: ['completed', 'failed'],
  tokenPayment: ['succeeded', 'declined', 'asked'],
  webhookDelivery: ['second-attempt', 'redelivered'],
  webhookReplay: ['done'],
  withdrawal: ['paid', 'refused', 'asked'],
};

export type WorkflowType = keyof typeof paths;

/** The file name of a history, such as `qr-payment-paid`. */
export function historyName(type: string, path: string): string {
  return `${type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-${path}`;
}
