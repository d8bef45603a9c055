/** A prepared statement: $1 the order's id, $2 the event's; returns the event. */
export interface Settlement {
  readonly name: string;
  readonly text: string;
}

/** Writes order, ledger and event in one statement. */
const settlementOf = (settled: {
  readonly table: string;
  readonly debit: string;
  readonly credit: string;
  readonly event: string;
  /** The arguments of json_build_object. */
  readonly fields: string;
}): Settlement => ({
  name: `settle-${settled.table}`,
  text: `with settled as (
           update ${settled.table} set status = 'succeeded', completed_at = now()
           where id = $1 and status = 'pending' returning *
         ), booked as (
           insert into ledger (order_id, debit, credit, amount_satang)
           select id, '${settled.debit}', '${settled.credit}', amount_satang from settled
         )
         insert into events (id, order_id, body)
         select $2::text, id, json_build_object(
           'id', $2::text, 'event', '${settled.event}', 'data', json_build_object(
             ${settled.fields}, 'status', status, 'amount', amount_satang / 100,
             'currency', 'THB', 'completed_at', completed_at), 'timestamp', now())::text
         from settled returning id, body`,
});

export const paymentSettlement = settlementOf({
  table: 'orders',
  debit: 'provider_clearing',
  credit: 'available',
  event: 'payment.succeeded',
  fields: `'payment_id', id, 'reference', reference, 'metadata', metadata`,
});

export const payoutSettlement = settlementOf({
  table: 'payouts',
  debit: 'held',
  credit: 'provider_clearing',
  event: 'withdrawal.succeeded',
  fields: `'order_id', id, 'payee', payee`,
});
