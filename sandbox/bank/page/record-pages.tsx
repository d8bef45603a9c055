import type { VNode } from 'preact';
import { maskAccount } from '../../../src/kernel/rules/banks';
import { formatMoney } from '../../../src/kernel/rules/money';
import { formatTime, type Language } from '../../web/language';
import { renderPage } from '../../web/layout';
import {
  type BankRecord,
  type Callback,
  type GatewayRequest,
  type Instruction,
  type Payer,
  type Payment,
  requestState,
} from '../records';
import { eventText, recordPath, renderCallbackState, renderSendButton } from './callbacks';
import { accountOf, renderDecideForm, renderRefundedPayment } from './pending-requests';
import { texts } from './texts';
import { renderLeft } from './time-left';

const signShapes = {
  succeeded: <path d="m14 25 7 7 13-15" />,
  failed: <path d="m16 16 16 16m0-16L16 32" />,
  waiting: <path d="M24 12v13l8 5" />,
};

interface RecordPage {
  readonly record: BankRecord;
  readonly sign: keyof typeof signShapes;
  readonly title: string;
  readonly amount: string;
  readonly detail: string | null;
  readonly facts: readonly (VNode | null)[];
  readonly rest: VNode | readonly VNode[] | null;
}

function renderRecordPage(page: RecordPage, language: Language, nowMs: number): string {
  const { record, sign, title, amount, detail, facts, rest } = page;
  const main = (
    <>
      <article id="receipt" class="card receipt" data-live>
        <svg class={`sign ${sign}`} viewBox="0 0 48 48" aria-hidden="true">
          <circle cx="24" cy="24" r="22" />
          {signShapes[sign]}
        </svg>
        <h1>{title}</h1>
        <p class="amount">{amount}</p>
        {detail !== null && <p class="mode">{detail}</p>}
        <dl class="facts">{facts}</dl>
        {rest}
      </article>
      <p class="back">
        <a class="button" href={`/?lang=${language}`}>
          {texts[language].back}
        </a>
      </p>
    </>
  );
  return renderPage({ language, nowMs, title, path: recordPath(record), main });
}

const fact = (name: string, value: VNode | string) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
const code = (text: string) => <span class="code">{text}</span>;

const renderAccount = ({ accountName, bankName, accountNumber }: Payer) => (
  <>
    {accountName !== '' && (
      <>
        {accountName}
        <br />
      </>
    )}
    {bankName}
    {maskAccount(accountNumber)}
  </>
);

const renderCallback = (callback: Callback, record: BankRecord, language: Language) => (
  <>
    {renderCallbackState(callback, language)}
    {renderSendButton(callback, language, recordPath(record))}
  </>
);

/** A payment. No button of the page pays, so the second click of a double click has no effect. */
export function renderPaymentPage(payment: Payment, language: Language, nowMs: number): string {
  const t = texts[language];
  const { settledAt, mode, transfers, dueAt } = payment;
  const isDeclined = mode === 'decline';
  const amounts = transfers.map(({ amountSatang }) => formatMoney(amountSatang)).join(' + ');
  const due = [
    fact(t.dueAt, formatTime(language, dueAt ?? payment.acceptedAt)),
    fact(t.paysIn, renderLeft(dueAt ?? payment.acceptedAt, nowMs, '0:00')),
  ];
  const page: RecordPage = {
    record: payment,
    sign: settledAt === null ? 'waiting' : isDeclined ? 'failed' : 'succeeded',
    title: settledAt === null ? t.scheduled : isDeclined ? t.receiptDeclined : t.receipt,
    amount: amounts === '' ? t.noTransfer : amounts,
    detail: settledAt === null ? t.pay[mode] : t.paid[mode],
    facts: [
      fact(t.bankReference, code(payment.orderId)),
      fact(t.billed, formatMoney(payment.billedSatang)),
      fact(t.payer, renderAccount(payment.payer)),
      ...(settledAt === null ? due : []),
    ],
    rest: payment.callbacks.map((callback) => renderTransfer(payment, callback, language)),
  };
  return renderRecordPage(page, language, nowMs);
}

function renderTransfer(payment: Payment, callback: Callback, language: Language) {
  const t = texts[language];
  const { transfer, createdAt } = callback;
  const id = transfer?.transactionId ?? null;
  const path = `${recordPath(payment)}/slip.png?lang=${language}&transfer=${id ?? ''}`;
  const slip = (
    <figure class="slip">
      <img src={path} alt={t.slipOf(id ?? '')} width={720} height={1180} loading="lazy" />
      <figcaption>
        <a
          class="button"
          href={path}
          download={`slip-${id ?? ''}.png`}
          data-key={`${id ?? ''}-slip`}>
          {t.saveSlip}
        </a>
      </figcaption>
    </figure>
  );
  return (
    <>
      <dl class="facts">
        {id !== null && fact(t.transfer, code(id))}
        {fact(t.time, formatTime(language, createdAt))}
        {fact(t.callback, renderCallback(callback, payment, language))}
      </dl>
      {id !== null && slip}
    </>
  );
}

/** A request of the gateway, with the form that decides it while it is pending. */
export function renderRequestPage(
  request: GatewayRequest,
  language: Language,
  nowMs: number,
): string {
  const t = texts[language];
  const { instruction, decision, acceptedAt } = request;
  const { kind, orderId, amountSatang } = instruction;
  const state = requestState(request);
  const failure = decision?.failure ?? null;
  const page: RecordPage = {
    record: request,
    sign: state,
    title: `${t.kind[kind]} ${t.state[state]}`,
    amount: formatMoney(amountSatang),
    detail: failure === null ? null : (t.failures[failure.code] ?? failure.message),
    facts: [
      renderDestination(instruction, language),
      renderRefundedPayment(instruction, language),
      fact(t.order, code(orderId)),
      fact(t.acceptedAt, formatTime(language, acceptedAt)),
      ...(decision === null
        ? []
        : [
            fact(t.transfer, code(decision.transactionId)),
            fact(t.decidedAt, formatTime(language, decision.decidedAt)),
          ]),
    ],
    rest:
      decision === null ? (
        renderDecideForm(instruction, language)
      ) : (
        <dl class="facts">
          {request.callbacks.map((callback) =>
            fact(
              `${t.callback}: ${eventText(request, callback, language)}`,
              renderCallback(callback, request, language),
            ),
          )}
        </dl>
      ),
  };
  return renderRecordPage(page, language, nowMs);
}

function renderDestination(instruction: Instruction, language: Language) {
  const t = texts[language];
  const account = accountOf(instruction);
  if (account !== null) return fact(t.payee, renderAccount(account));
  if (instruction.kind === 'charge') return fact(t.chargedToken, code(instruction.token));
  return fact(t.payee, t.chargedToken);
}
