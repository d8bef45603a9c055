export const cannotResolve = [
  'unknown',
  'resolved',
  'unfit',
  'waits',
  'ended',
  'asking',
  'proposed',
  'balance',
  'refunded',
  'rest',
  'reason',
  'assignee',
  'uncorrectable',
  'unproven',
  'no_account',
  'payer',
  'refund',
] as const;
export type CannotResolveWhy = (typeof cannotResolve)[number];

/** A refused resolution. The message is a sentence for the operator. */
export class CannotResolve extends Error {
  override readonly name = 'CannotResolve';

  constructor(
    readonly why: CannotResolveWhy,
    message: string,
  ) {
    super(message);
  }
}
