import type { Merchant } from '../../src/kernel/merchants/store';
import type { PricedMethod } from '../../src/fees/rules/price';
import { readBands, readCost, readVatRates } from '../../src/fees/rules/price-text';
import { setExpectedCost } from '../../src/fees/set-expected-cost';
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

/** `cost` as operators type it, such as `1.65% + 5.00 vat 7%`. */
export async function testCost(
  deps: Pick<Deps, 'db' | 'vault'>,
  method: PricedMethod,
  cost: string,
  accountId = 'default',
): Promise<void> {
  const terms = readCost(cost);
  if (terms === null) throw new Error(`${cost} is no cost`);
  await setExpectedCost(deps, commandAudit, { accountId, method, terms, validFrom: null });
}
