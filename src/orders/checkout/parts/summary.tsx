import type { VNode } from 'preact';
import type { HostedPayment } from '../../deposit/find-hosted-deposit';
import { namedBank } from '../../../kernel/rules/banks';
import { formatMoney } from '../../../kernel/rules/money';
import { formatClock, formatDay, formatPlainMoment } from '../../../pages/kit/format';
import type { DepositView } from '../deposit-view';
import type { Texts } from '../texts/texts';
import { renderCopyRow } from './by-hand';

/** For a deposit that is neither payable nor paid. */
export function renderSummary({ deposit, state }: DepositView, t: Texts) {
  const received = formatMoney(deposit.receivedSatang);
  return (
    <section class="card" aria-labelledby="amount">
      <h1 id="amount">
        <span class="label">{t.ordered}</span>{' '}
        <span class="amount">{formatMoney(deposit.amountSatang)}</span>
      </h1>
      <dl class="rows">
        {state === 'short' && renderRow(t.receipt.received, <strong>{received}</strong>)}
        {renderRow(t.merchant, deposit.merchantName)}
        {renderCopyRow('ref1', t.ref1, deposit.ref, t)}
      </dl>
    </section>
  );
}

export function renderReceipt({ deposit, language }: DepositView, t: Texts) {
  const { completedAt, payer, merchantName } = deposit;
  const paidAt = completedAt === null ? null : renderMoment(completedAt, language, t);
  const excess = deposit.receivedSatang - deposit.amountSatang;
  return (
    <section class="card receipt" aria-labelledby="amount">
      <h1 id="amount">
        <span class="label">{t.receipt.amount}</span>{' '}
        <span class="amount">{formatMoney(deposit.amountSatang)}</span>
      </h1>
      <dl class="rows">
        {paidAt !== null && renderRow(t.receipt.time, paidAt)}
        {renderRow(t.receipt.to, merchantName)}
        {payer !== null && renderRow(t.receipt.from, renderPayer(payer, language))}
        {excess > 0 && renderRow(t.receipt.received, formatMoney(deposit.receivedSatang))}
        {renderCopyRow('ref1', t.receipt.ref, deposit.ref, t)}
      </dl>
      {excess > 0 && renderNote(t.receipt.tooMuch(formatMoney(excess), merchantName))}
      {deposit.late ? renderNote(t.receipt.late) : null}
    </section>
  );
}

/** The account that the bank reported, which may differ from the expected one. */
const renderPayer = (
  { bankName, accountMask }: NonNullable<HostedPayment['payer']>,
  language: DepositView['language'],
) => (
  <>
    {bankName !== null && namedBank(bankName, language)}
    {accountMask !== null && <span class="mask">{accountMask}</span>}
  </>
);

const renderRow = (name: string, value: VNode | string) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

const renderNote = (text: string) => <p class="note">{text}</p>;

function renderMoment(at: Date, language: DepositView['language'], t: Texts) {
  const own = `${formatDay(language, at)} ${t.moment(formatClock(at), null)}`;
  return (
    <time datetime={at.toISOString()}>
      {own}
      <small>{formatPlainMoment(at)}</small>
    </time>
  );
}
