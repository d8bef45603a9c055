import type { BankAccount, ManualRefund } from '../../../application/payments/manual-refunds';
import { bankTitle } from '../../../domain/banks';
import { formatMoney } from '../../../domain/money';
import { isOpen } from '../../../domain/orders';
import { html, type Html } from '../../../lib/html';
import { accountText } from '../../dashboard/orders/parts';
import { field, formFault, tokenField } from '../../kit/form';
import { facts, moment } from '../../kit/parts';
import type { Refusal, Screen, SignedInContext } from '../frame/screen';
import { refundTaskTexts, type RefundTaskTexts } from './texts';

export interface RefundTask {
  readonly refund: ManualRefund;
  /** Null for a role that may not pay refunds. */
  readonly destination: BankAccount | null;
}

/** The transfer to make by hand, with one form for its success and one for its failure. */
export function refundTaskScreen(
  context: SignedInContext,
  task: RefundTask,
  refusal: Refusal | null = null,
): Screen {
  const t = refundTaskTexts[context.language];
  const { refund, destination } = task;
  const open = isOpen('refund', refund.status);
  const main = html`<div class="stack narrow">
<section class="card stack" aria-label="${t.refund}">
  ${refusal?.code === 'state_conflict' ? formFault(context, refusal, []) : null}
  ${open ? null : html`<p class="notice">${t.ended}</p>`}
  ${renderProposal(refund, t)}
  ${facts([
    [t.amount, html`<strong class="money">${formatMoney(refund.amountSatang)}</strong>`],
    ...destinationRows(context, task, t),
    [
      t.merchant,
      html`<a href="/console/merchants/${refund.merchantId}">${refund.merchantName}</a>`,
    ],
    [
      t.payment,
      html`<a class="code" href="/console/orders/${refund.paymentId}"
      >${refund.paymentId}</a>`,
    ],
    refund.reason === null ? null : [t.reason, refund.reason],
    [t.created, moment(context.language, refund.createdAt)],
  ])}
  <p><a class="button" href="/console/orders/${refund.id}">${t.order}</a></p>
</section>
${
  open && destination !== null && refund.proposal?.status !== 'pending'
    ? renderForms(context, refund, refusal, t)
    : null
}</div>`;
  return { title: t.title(formatMoney(refund.amountSatang)), section: 'refunds', main };
}

/**
 * While the last proposal is pending, no other can be recorded. If it ended without an approval,
 * the transfer may have been made nevertheless.
 */
function renderProposal({ proposal }: ManualRefund, t: RefundTaskTexts): Html | null {
  if (proposal === null || proposal.status === 'approved') return null;
  const text = proposal.status === 'pending' ? t.proposed : t.unapproved;
  return html`<p class="notice warn"><span>${text}
    <a href="/console/approvals/${proposal.id}">${t.proposal}</a></span></p>`;
}

function destinationRows(
  { language }: SignedInContext,
  { refund, destination }: RefundTask,
  t: RefundTaskTexts,
): readonly (readonly [string, Html | string])[] {
  if (destination === null) {
    const masked = accountText(language, refund);
    return [[t.account, html`${masked} <small class="soft">${t.onlyOperators}</small>`]];
  }
  const { bankCode, bankName, accountNumber, accountName } = destination;
  const bank = (bankCode === null ? null : bankTitle(bankCode, language)) ?? bankName;
  return [
    [t.bank, bank],
    [t.accountNumber, html`<code>${accountNumber}</code>`],
    [t.accountName, accountName],
  ];
}

function renderForms(
  context: SignedInContext,
  { id, amountSatang }: ManualRefund,
  refusal: Refusal | null,
  t: RefundTaskTexts,
): Html {
  const path = `/console/refunds/${id}`;
  return html`<section class="card stack" aria-labelledby="paid">
  <div><h2 id="paid">${t.pay}</h2><p class="soft">${t.payHint}</p></div>
  <form method="post" action="${path}/paid" class="fields">${tokenField(context)}
    ${field(context, refusal, {
      name: 'reference',
      label: t.reference,
      hint: t.referenceHint,
      lengthMax: 64,
    })}
    <div><button class="button strong">${t.confirmPaid(formatMoney(amountSatang))}</button></div>
  </form></section>
<section class="card stack" aria-labelledby="unpayable">
  <div><h2 id="unpayable">${t.unpayable}</h2><p class="soft">${t.unpayableHint}</p></div>
  <form method="post" action="${path}/unpayable" class="fields">${tokenField(context)}
    ${field(context, refusal, {
      name: 'reason',
      label: t.why,
      hint: t.whyHint,
      lengthMax: 200,
      lines: 2,
    })}
    <div><button class="button danger">${t.confirmUnpayable}</button></div></form></section>`;
}
