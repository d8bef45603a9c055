import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';

export interface Checkout {
  /** Shown to the payer. */
  readonly description: string | null;
  readonly returnUrlSealed: string | null;
}

export interface NewCheckout extends Partial<Checkout> {
  /** Of a token payment. */
  readonly checkoutToken?: string | null;
}

/** Parts of `creationOf`. Most orders have nothing for the table and no row. */
export const checkoutColumns = sql`checkout_token text, description text, return_url_sealed text`;
export const newCheckouts = sql`new_checkouts as (
  insert into checkouts (order_id, page_token, description, return_url_sealed)
  select order_id, checkout_token, description, return_url_sealed from allowed
  where coalesce(checkout_token, description, return_url_sealed) is not null
)`;
export const checkoutRow = (checkout: NewCheckout) => ({
  checkout_token: checkout.checkoutToken ?? undefined,
  description: checkout.description ?? undefined,
  return_url_sealed: checkout.returnUrlSealed ?? undefined,
});

export async function findCheckout(db: Db, orderId: string): Promise<Checkout> {
  const [row] = await run<Checkout>(
    db,
    'find-checkout',
    sql`select description, return_url_sealed from checkouts where order_id = ${orderId}`,
  );
  return row ?? { description: null, returnUrlSealed: null };
}
