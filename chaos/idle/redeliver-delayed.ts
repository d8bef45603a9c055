import type { Installation } from '../installation/installation';
import type { Merchants } from '../installation/merchants';
import type { RunContext } from '../load/run-context';

/** Deliveries with a longer delay are redelivered. */
const PUT_OFF_MS = 15_000;

/** Requests a redelivery of each delayed delivery, as a merchant. Returns their ids. */
export async function redeliverDelayed(
  { db }: Installation,
  { merchants, apiUrl, callGateway, log }: RunContext,
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
    const { status, body } = await callGateway({ url, key: keyOf(merchants, merchantId) });
    // 409: delivered in the meantime.
    if (status !== 200 && status !== 409) {
      log.recordUnexpected(`redelivery: ${status} ${body}`, id);
    }
  }
  return rows.map(({ id }) => id);
}

function keyOf(merchants: Merchants, merchantId: string): string {
  const merchant = Object.values(merchants).find((each) => each.merchantId === merchantId);
  if (merchant === undefined) throw new Error(`no merchant ${merchantId}`);
  return merchant.apiKey;
}
