import { run, type Pipeline } from '../../../platform/postgres/connect';
import { sql } from '../../../platform/postgres/sql';

/*
 * `paid` of a payment link counts its succeeded payments. The update locks the link, so payments
 * of one link settle one after another: the order is locked before its link, and the link before
 * the balance.
 */

/**
 * For a payment that its money has paid. False when the link is stopped or has reached its limit:
 * then the payment must not succeed.
 */
export async function takePlace(trx: Pipeline, paymentLinkId: string): Promise<boolean> {
  const taken = await run(
    trx,
    'take-link-place',
    sql`update payment_links set paid = paid + 1
     where id = ${paymentLinkId} and stopped_at is null
       and (payments_max is null or paid < payments_max)
     returning 1`,
  );
  return taken.length > 0;
}

/** For a payment that an operator has accepted, also beyond the limit and after the stop. */
export function addPlace(trx: Pipeline, paymentLinkId: string): void {
  void run(
    trx,
    'add-link-place',
    sql`update payment_links set paid = paid + 1 where id = ${paymentLinkId}`,
  );
}
