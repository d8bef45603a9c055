import type { HostedDeposit } from '../../../application/deposits/find-hosted-deposit';
import { namedBank } from '../../../domain/banks';
import { html, type Html } from '../../../lib/html';
import type { DepositView } from '../deposit-view';
import { formatMoney } from '../../../domain/money';
import { formatClock, formatDay, formatPlainMoment } from '../../kit/format';
import type { Texts } from '../texts/texts';
import { renderCopyRow } from './by-hand';

/** For a deposit that is neither payable nor paid. */
export function renderSummary({ deposit, state }: DepositView, t: Texts): Html {
  const received = formatMoney(deposit.receivedSatang);
  return html`<section class="card" aria-labelledby="amount">
  <h1 id="amount"><span class="label">${t.ordered}</span>
    <span class="amount">${formatMoney(deposit.amountSatang)}</span></h1>
  <dl class="rows">
    ${state === 'short' ? renderRow(t.receipt.received, html`<strong>${received}</strong>`) : null}
    ${renderRow(t.merchant, deposit.merchantName)}
    ${renderCopyRow('ref1', t.ref1, deposit.ref, t)}
  </dl>
</section>`;
}

export function renderReceipt({ deposit, language }: DepositView, t: Texts): Html {
  const { completedAt, payer, merchantName } = deposit;
  const paidAt = completedAt === null ? null : renderMoment(completedAt, language, t);
  const excess = deposit.receivedSatang - deposit.amountSatang;
  return html`<section class="card receipt" aria-labelledby="amount">
  <h1 id="amount"><span class="label">${t.receipt.amount}</span>
    <span class="amount">${formatMoney(deposit.amountSatang)}</span></h1>
  <dl class="rows">
    ${paidAt === null ? null : renderRow(t.receipt.time, paidAt)}
    ${renderRow(t.receipt.to, merchantName)}
    ${payer === null ? null : renderRow(t.receipt.from, renderPayer(payer, language))}
    ${excess > 0 ? renderRow(t.receipt.received, formatMoney(deposit.receivedSatang)) : null}
    ${renderCopyRow('ref1', t.receipt.ref, deposit.ref, t)}
  </dl>
  ${excess > 0 ? renderNote(t.receipt.tooMuch(formatMoney(excess), merchantName)) : null}
  ${deposit.late ? renderNote(t.receipt.late) : null}
</section>`;
}

/** The account that the bank reported, which may differ from the expected one. */
const renderPayer = (
  { bankName, accountMask }: NonNullable<HostedDeposit['payer']>,
  language: DepositView['language'],
): Html => html`${bankName === null ? null : namedBank(bankName, language)}
  ${accountMask === null ? null : html`<span class="mask">${accountMask}</span>`}`;

const renderRow = (name: string, value: Html | string): Html =>
  html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

const renderNote = (text: string): Html => html`<p class="note">${text}</p>`;

function renderMoment(at: Date, language: DepositView['language'], t: Texts): Html {
  const own = `${formatDay(language, at)} ${t.moment(formatClock(at), null)}`;
  return html`<time datetime="${at.toISOString()}">${own}<small>${formatPlainMoment(at)}</small>
  </time>`;
}
