import type * as workflows from '../../workflows';

/**
 * Every workflow type and the paths that a run of it can take: each has a kept history, by which
 * replay.test.ts knows that runs of every version go on in today's code.
 */
export const paths: Readonly<Record<keyof typeof workflows, readonly string[]>> = {
  deposit: ['paid', 'expired', 'slip-then-paid'],
  housekeeping: ['done', 'before-sign-ins', 'before-old-requests'],
  mail: ['sent'],
  qrPayment: ['paid', 'expired', 'late', 'short-then-expired'],
  refund: ['completed', 'failed'],
  tokenPayment: ['succeeded', 'declined', 'asked'],
  webhookDelivery: ['second-attempt', 'redelivered'],
  webhookReplay: ['done'],
  withdrawal: ['paid', 'refused', 'asked'],
};

export type WorkflowType = keyof typeof paths;

/** As `qr-payment-paid`. */
export function historyName(type: string, path: string): string {
  return `${type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-${path}`;
}
