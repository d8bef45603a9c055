/** The contract of the barest API and worker. */
export const BAREST_QUEUE = 'barest';
export const calledBack = 'calledBack';

/** The input of the payout workflow, complete, so that it reads no row before the request. */
export interface Payout {
  readonly orderId: string;
  readonly amount: number;
  readonly bankName: string;
  readonly accountNumber: string;
  readonly accountName: string;
}
