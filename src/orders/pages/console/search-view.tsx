import { FOUND_MAX, type FoundOrder } from '../../find-orders';
import { formatMoney } from '../../../kernel/rules/money';
import { statusBadge } from '../parts';
import { Card } from '../../../pages/kit/card';
import { FilterForm } from '../../../pages/kit/filters';
import { kindTexts } from '../kind-texts';
import type { Language } from '../../../pages/kit/language';
import { Empty, Noted, Notice, Time } from '../../../pages/kit/parts';
import { SearchForm } from '../../../pages/kit/search';
import { Table } from '../../../pages/kit/table';
import type { Screen, SignedInContext } from '../../../pages/console/frame/screen';
import { orderDetailTexts } from './texts';

interface SearchTexts {
  readonly label: string;
  readonly hint: string;
  readonly press: string;
  readonly begin: string;
  readonly none: string;
  readonly noneHint: string;
  readonly traits: string;
  readonly merchant: string;
  readonly merchantHint: string;
  readonly amount: string;
  readonly day: string;
  readonly most: (count: number) => string;
  readonly faults: Readonly<Record<SearchFault, string>>;
}

/** As typed; empty if not given. */
export interface Asked {
  readonly q: string;
  readonly merchant: string;
  readonly amount: string;
  readonly day: string;
}

/**
 * Why no search was run: an invalid field; `merchants` if too many merchants match the name;
 * `dayAlone` for a day without an amount or a merchant.
 */
export type SearchFault = 'merchants' | 'amount' | 'day' | 'dayAlone';

export type Result = { readonly orders: readonly FoundOrder[] } | { readonly fault: SearchFault };

const texts: Readonly<Record<Language, SearchTexts>> = {
  th: {
    label: 'ค้นหารายการ',
    hint: 'รหัสรายการ รหัส QR Ref 1 เลขที่ธุรกรรมธนาคาร หรือส่วนต้นของเลขอ้างอิงของร้าน',
    press: 'ค้นหา',
    begin: 'รายการของทุกร้าน',
    none: 'ไม่พบรายการ',
    noneHint: 'ตรวจสอบว่าพิมพ์รหัสครบและไม่มีข้อความอื่น',
    traits: 'ค้นหาจากร้าน จำนวนเงิน และวันที่',
    merchant: 'ร้าน',
    merchantHint: 'ชื่อหรือรหัสร้าน',
    amount: 'จำนวนเงิน',
    day: 'วันที่สร้าง (เวลาไทย)',
    most: (count) => `แสดง ${count} รายการล่าสุด ระบุเงื่อนไขเพิ่มเพื่อให้เหลือน้อยลง`,
    faults: {
      merchants: 'มีหลายร้านที่ชื่อคล้ายกัน กรอกชื่อให้ครบขึ้นหรือใช้รหัสร้าน',
      amount: 'กรอกจำนวนเงิน เช่น 1,234.50',
      day: 'กรอกวันที่ เช่น 2026-11-21 หรือ 2569-11-21',
      dayAlone: 'วันที่อย่างเดียวมีรายการมากเกินไป กรอกจำนวนเงินหรือร้านเพิ่ม',
    },
  },
  en: {
    label: 'Find an order',
    hint: 'ID, QR code ID, Ref 1, bank transaction ID, or the start of the reference',
    press: 'Find',
    begin: 'Orders of all merchants',
    none: 'No matching orders',
    noneHint: 'Enter the complete ID, without anything else.',
    traits: 'Find by merchant, amount and day',
    merchant: 'Merchant',
    merchantHint: 'Name or ID',
    amount: 'Amount',
    day: 'Created on (Bangkok time)',
    most: (count) => `Showing the newest ${count} orders. Narrow the search to see others.`,
    faults: {
      merchants: 'Several merchants match this name. Enter more of it, or the ID.',
      amount: 'Enter an amount, e.g. 1,234.50.',
      day: 'Enter a date, e.g. 2026-11-21.',
      dayAlone: 'A day alone matches too many orders. Enter an amount or a merchant as well.',
    },
  },
};

/** `result` is null before a search. Searches all merchants. */
export function ordersScreen(
  context: SignedInContext,
  asked: Asked,
  result: Result | null,
): Screen {
  const t = texts[context.language];
  const { sections } = context.t;
  const main = (
    <>
      <SearchForm
        path="/console/orders"
        word={asked.q}
        label={t.label}
        hint={t.hint}
        press={t.press}
      />
      <FilterForm
        label={t.traits}
        fields={[
          {
            name: 'merchant',
            label: t.merchant,
            value: asked.merchant,
            hint: t.merchantHint,
            lengthMax: 100,
          },
          { name: 'amount', label: t.amount, value: asked.amount, hint: '฿', lengthMax: 30 },
          { name: 'day', label: t.day, value: asked.day, hint: '2026-11-21', lengthMax: 30 },
        ]}
      />
      <Card label={sections.orders} flush>
        {renderResult(context, result, t)}
      </Card>
    </>
  );
  return { title: sections.orders, section: 'orders', main };
}

function renderResult(context: SignedInContext, result: Result | null, t: SearchTexts) {
  if (result === null) return <Empty title={t.begin} hint={t.hint} />;
  if ('fault' in result) {
    return <Notice tone="bad" role="alert" text={t.faults[result.fault]} />;
  }
  const { orders } = result;
  if (orders.length === 0) return <Empty title={t.none} hint={t.noneHint} />;
  return (
    <>
      {renderFound(context, orders)}
      {orders.length >= FOUND_MAX && <p class="hint under">{t.most(FOUND_MAX)}</p>}
    </>
  );
}

function renderFound(context: SignedInContext, found: readonly FoundOrder[]) {
  const t = orderDetailTexts[context.language];
  const kinds = kindTexts[context.language];
  const row = (order: FoundOrder) => [
    <Noted code={order.id}>
      <a href={`/console/orders/${order.id}`}>{kinds[order.kind].label}</a>
    </Noted>,
    order.reference ?? '',
    order.merchantName,
    <Time at={order.createdAt} />,
    statusBadge(context.language, order.kind, order.status),
    formatMoney(order.amountSatang),
  ];
  return (
    <Table
      columns={[t.order, t.reference, t.merchant, t.created, t.status, { money: t.amount }]}
      rows={found.map(row)}
      roomy
    />
  );
}
