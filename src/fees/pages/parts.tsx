import { formatMoney } from '../../kernel/rules/money';
import { Card } from '../../pages/kit/card';
import { formatPeriod } from '../../pages/kit/format';
import { usePage } from '../../pages/kit/page-context';
import { Empty } from '../../pages/kit/parts';
import { Table } from '../../pages/kit/table';
import type { PriceList } from '../find-prices';
import { RATE_WHOLE, vatRateAt, type MethodCost, type VatRate } from '../rules/price';
import { describeRate } from '../rules/price-text';
import type { PriceTexts } from './texts';

/** Fee and VAT as a share of the volume: `1.77%`. */
const effectiveRate = ({ volumeSatang, feeSatang, vatSatang }: MethodCost): string => {
  const share = volumeSatang === 0 ? 0 : (feeSatang + vatSatang) / volumeSatang;
  return describeRate(Math.round(share * (RATE_WHOLE / 100)) * 100);
};

export const costCells = (cost: MethodCost) => [
  cost.count.toLocaleString('en'),
  formatMoney(cost.volumeSatang),
  formatMoney(cost.feeSatang),
  formatMoney(cost.vatSatang),
  effectiveRate(cost),
];

export const costColumns = (t: PriceTexts) => [
  { money: t.count },
  { money: t.volume },
  { money: t.fees },
  { money: t.vat },
  { money: t.rate },
];

export const LastMonth = ({ list, t }: { list: PriceList; t: PriceTexts }) => (
  <Card id="last-month" title={t.lastMonth(formatPeriod(usePage().language, list.lastMonth))} flush>
    {list.costs.length === 0 ? (
      <Empty title={t.noOrders} />
    ) : (
      <Table
        columns={[t.method, ...costColumns(t)]}
        rows={list.costs.map((cost) => [t.methods[cost.method], ...costCells(cost)])}
      />
    )}
  </Card>
);

export function vatText(vatRates: readonly VatRate[], nowMs: number, t: PriceTexts): string {
  const rate = vatRateAt(vatRates, new Date(nowMs));
  return rate === 0 ? t.noVat : t.vatNote(describeRate(rate));
}
