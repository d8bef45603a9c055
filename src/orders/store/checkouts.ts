import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';

export interface Checkout {
  /** Shown to the payer. */
  readonly description: string | null;
  readonly returnUrlSealed: string | null;
}

export interface Replaced {
  readonly previousId: string;
  readonly chainId: string;
  /** Of the new one among the payments under the link. */
  readonly place: number;
}

export interface NewCheckout extends Partial<Checkout> {
  /** Of a token payment. */
  readonly checkoutToken?: string | null;
  /** The payment that this one replaces under the same link. */
  readonly replaces?: Replaced | null;
}

/** Parts of `creationOf`. Most orders have nothing for the table and no row. */
export const checkoutColumns = sql`checkout_token text, description text, return_url_sealed text,
  previous_id text, place smallint`;
export const newCheckouts = sql`new_checkouts as (
  insert into checkouts (order_id, page_token, description, return_url_sealed, previous_id, place)
  select order_id, checkout_token, description, return_url_sealed, previous_id, place from allowed
  where coalesce(checkout_token, description, return_url_sealed, previous_id) is not null
)`;
export const checkoutRow = (checkout: NewCheckout) => ({
  checkout_token: checkout.checkoutToken ?? undefined,
  description: checkout.description ?? undefined,
  return_url_sealed: checkout.returnUrlSealed ?? undefined,
  previous_id: checkout.replaces?.previousId,
  place: checkout.replaces?.place,
});

export async function findCheckout(db: Db, orderId: string): Promise<Checkout> {
  const [row] = await run<Checkout>(
    db,
    'find-checkout',
    sql`select description, return_url_sealed from checkouts where order_id = ${orderId}`,
  );
  return row ?? { description: null, returnUrlSealed: null };
}
