/** What the barest API and the barest worker agree on. */
export const BAREST_QUEUE = 'barest';
export const BAREST_NAMESPACE = 'default';
export const calledBack = 'calledBack';

/** All that the payout's workflow needs, so that it reads nothing before it asks the provider. */
export interface Payout {
  readonly orderId: string;
  readonly amount: number;
  readonly bankName: string;
  readonly accountNumber: string;
  readonly accountName: string;
}
