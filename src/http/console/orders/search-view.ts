import type { FoundOrder } from '../../../application/find-orders';
import { formatMoney } from '../../../domain/money';
import { html } from '../../../lib/html';
import type { Html } from '../../../lib/html';
import { statusBadge } from '../../dashboard/orders/parts';
import { emptyState, moment } from '../../frame/parts';
import { searchForm } from '../../frame/search';
import type { Language } from '../../pages/language';
import { exceptionTexts } from '../exceptions/texts';
import type { Screen, Visit } from '../frame/screen';
import { dossierTexts } from './texts';

interface SearchTexts {
  readonly label: string;
  readonly hint: string;
  readonly press: string;
  readonly begin: string;
  readonly none: string;
  readonly noneHint: string;
}

const texts: Readonly<Record<Language, SearchTexts>> = {
  th: {
    label: 'ค้นหารายการ',
    hint: 'รหัสรายการ รหัส QR รหัสที่ธนาคาร หรือเลขอ้างอิงของร้าน ต้องตรงทั้งหมด',
    press: 'ค้นหา',
    begin: 'รายการของทุกร้าน',
    none: 'ไม่พบรายการ',
    noneHint: 'ตรวจสอบว่าพิมพ์ครบและไม่มีช่องว่าง',
  },
  en: {
    label: 'Find an order',
    hint: "Its id, its QR code's, the code at the banks, or the merchant's reference: all of it.",
    press: 'Find',
    begin: 'Orders of every merchant',
    none: 'No such order',
    noneHint: 'Look whether all of it is there, and nothing else.',
  },
};

/** Finds orders of all merchants; null before anything was asked for. */
export function ordersScreen(
  visit: Visit,
  word: string,
  found: readonly FoundOrder[] | null,
): Screen {
  const t = texts[visit.language];
  const { sections } = visit.t;
  const main = html`${searchForm({
    path: '/console/orders',
    word,
    label: t.label,
    hint: t.hint,
    press: t.press,
  })}
<section class="card flush" aria-label="${sections.orders}">${
    found === null
      ? emptyState(t.begin, t.hint)
      : found.length === 0
        ? emptyState(t.none, t.noneHint)
        : renderFound(visit, found)
  }</section>`;
  return { title: sections.orders, section: 'orders', main };
}

function renderFound(visit: Visit, found: readonly FoundOrder[]): Html {
  const t = dossierTexts[visit.language];
  const { orders } = exceptionTexts[visit.language];
  const row = (order: FoundOrder) => html`<tr><th scope="row"><span>
    <a href="/console/orders/${order.id}">${orders[order.kind]}</a>
    <small><code>${order.id}</code></small></span></th>
  <td data-name="${t.reference}">${order.reference ?? ''}</td>
  <td data-name="${t.merchant}">${order.merchantName}</td>
  <td data-name="${t.created}">${moment(visit.language, order.createdAt)}</td>
  <td data-name="${t.status}">${statusBadge(visit.language, order.kind, order.status)}</td>
  <td data-name="${t.amount}" class="money">${formatMoney(order.amountSatang)}</td></tr>`;
  return html`<table class="folds roomy"><thead><tr><th scope="col">${t.what}</th>
  <th scope="col">${t.reference}</th><th scope="col">${t.merchant}</th>
  <th scope="col">${t.created}</th><th scope="col">${t.status}</th>
  <th scope="col" class="money">${t.amount}</th></tr></thead>
  <tbody>${found.map(row)}</tbody></table>`;
}
