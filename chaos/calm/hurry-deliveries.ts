import type { Installation } from '../installation/installation';
import type { Shops } from '../installation/shops';
import type { Field } from '../load/field';

/** A delivery that has been put off for longer is asked for. */
const PUT_OFF_MS = 15_000;

/** What a merchant does that does not want to wait for the next attempts. Which it asked for. */
export async function hurryDeliveries(
  { db }: Installation,
  { shops, apiUrl, ask, notes }: Field,
): Promise<readonly string[]> {
  const { rows } = (await db.raw(
    `select deliveries.id, webhooks.merchant_id as "merchantId"
     from deliveries join webhooks on webhooks.id = deliveries.webhook_id
     where deliveries.status = 'pending'
       and next_attempt_at > now() + ? * interval '1 millisecond' limit 500`,
    [PUT_OFF_MS],
  )) as { rows: { readonly id: string; readonly merchantId: string }[] };
  for (const { id, merchantId } of rows) {
    const url = `${apiUrl}/Thai/v1/webhook-deliveries/${id}/redeliver`;
    const { status, body } = await ask({ url, key: keyOf(shops, merchantId) });
    // It can have been delivered meanwhile.
    if (status !== 200 && status !== 409) {
      notes.wrong(`a redelivery was answered ${status}: ${body}`, id);
    }
  }
  return rows.map(({ id }) => id);
}

function keyOf(shops: Shops, merchantId: string): string {
  const shop = Object.values(shops).find((each) => each.merchantId === merchantId);
  if (shop === undefined) throw new Error(`there is no shop ${merchantId}`);
  return shop.apiKey;
}
