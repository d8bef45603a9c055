import type { VNode } from 'preact';
import type { HostedPayment } from '../../deposit/find-hosted-deposit';
import { namedBank } from '../../../kernel/rules/banks';
import { formatMoney } from '../../../kernel/rules/money';
import { formatClock, formatDay, formatPlainMoment } from '../../../pages/kit/format';
import { receiptTexts } from '../../../statements/pages/receipt/texts';
import type { DepositView } from '../deposit-view';
import type { Texts } from '../texts/texts';
import { renderAmount } from './amount';
import { renderCopyRow } from './by-hand';

/** For a deposit that is neither payable nor paid. */
export function renderSummary(view: DepositView, t: Texts) {
  const { deposit, shop, state } = view;
  const received = formatMoney(deposit.receivedSatang);
  const isOver = state === 'expired' || state === 'failed';
  return (
    <section class="card" aria-labelledby="amount">
      {renderAmount(t.ordered, deposit)}
      <dl class="rows">
        {deposit.receivedSatang > 0 && renderRow(t.receipt.received, <strong>{received}</strong>)}
        {renderRow(t.merchant, shop.profile.name)}
        {deposit.ref !== null && renderCopyRow('ref1', t.ref1, deposit.ref, t)}
      </dl>
      {deposit.renewal !== null && renderRenewal(view, t)}
      {isOver && renderReturn({ deposit, shop }, t)}
    </section>
  );
}

function renderRenewal({ deposit: { method }, pageToken, language }: DepositView, t: Texts) {
  const isCard = method === 'token';
  return (
    <form
      class="save"
      method="post"
      enctype="multipart/form-data"
      action={`/pay/${pageToken}/new-code?lang=${language}`}>
      <button class="button strong" data-key="new-code">
        <span>{isCard ? t.payByQr : t.newCode}</span>
      </button>{' '}
      <small>{isCard ? t.payByQrHint : t.newCodeHint}</small>
    </form>
  );
}

/** With the host, so that the payer knows where the link leads. */
function renderReturn(
  { deposit: { returnLink, method, status }, shop }: Pick<DepositView, 'deposit' | 'shop'>,
  t: Texts,
) {
  if (returnLink === null) return null;
  const text = method === 'token' && status === 'failed' ? t.retryCard : t.returnTo;
  return (
    <p class="save">
      <a class="button strong" href={returnLink.url} rel="noreferrer" data-key="return">
        {text(shop.profile.name)}
      </a>{' '}
      <small>{returnLink.host}</small>
    </p>
  );
}

export function renderReceipt(view: DepositView, t: Texts) {
  const { deposit, shop, language, pageToken } = view;
  const { completedAt, payer } = deposit;
  const paidAt = completedAt === null ? null : renderMoment(completedAt, language, t);
  const excess = deposit.receivedSatang - deposit.amountSatang;
  return (
    <section class="card receipt" aria-labelledby="amount">
      {renderAmount(t.receipt.amount, deposit)}
      <dl class="rows">
        {paidAt !== null && renderRow(t.receipt.time, paidAt)}
        {renderRow(t.receipt.to, shop.profile.name)}
        {payer !== null && renderRow(t.receipt.from, renderPayer(payer, language))}
        {excess > 0 && renderRow(t.receipt.received, formatMoney(deposit.receivedSatang))}
        {deposit.ref !== null && renderCopyRow('ref1', t.receipt.ref, deposit.ref, t)}
      </dl>
      {excess > 0 && renderNote(t.receipt.tooMuch(formatMoney(excess), shop.profile.name))}
      {deposit.late ? renderNote(t.receipt.late) : null}
      {deposit.isPaidTwice && renderNote(t.receipt.twice(shop.profile.name))}
      {renderReturn({ deposit, shop }, t)}
      <p class="save">
        <a class="button" href={`/pay/${pageToken}/receipt?lang=${language}`} data-key="receipt">
          {receiptTexts[language].receipt}
        </a>
      </p>
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
