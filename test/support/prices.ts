import type { Merchant } from '../../src/kernel/merchants/store';
import type { PricedMethod } from '../../src/fees/rules/price';
import { readBands, readVatRates } from '../../src/fees/rules/price-text';
import { changeVatRates, setPrice } from '../../src/fees/set-price';
import type { Deps } from '../../src/deps';
import { commandAudit } from './gateway';

/** `price` as operators type it, such as `1.65% + 5.00`. */
export async function testPrice(
  deps: Pick<Deps, 'db' | 'vault'>,
  { id: merchantId }: Pick<Merchant, 'id'>,
  method: PricedMethod,
  price: string,
  validFrom: Date | null = null,
): Promise<void> {
  const bands = readBands(price);
  if (bands === null) throw new Error(`${price} is no price`);
  await setPrice(deps, commandAudit, {
    merchantId,
    method,
    bands,
    validFrom: validFrom?.toISOString() ?? null,
  });
}

export async function testVat(
  deps: Pick<Deps, 'db' | 'vault'>,
  typed = '7% until 2099-12-31',
): Promise<void> {
  const rates = readVatRates(typed);
  if (rates === null) throw new Error(`${typed} are no rates`);
  await changeVatRates(deps, commandAudit, { rates });
}
