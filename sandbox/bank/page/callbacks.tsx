import { formatMoney } from '../../../src/kernel/rules/money';
import { formatTime, type Language } from '../../web/language';
import { type BankRecord, type Callback, type Instruction, requestPlurals } from '../records';
import { texts } from './texts';

export const requestPath = ({ kind, orderId }: Pick<Instruction, 'kind' | 'orderId'>): string =>
  `/requests/${requestPlurals[kind]}/${orderId}`;

export const recordPath = (record: BankRecord): string =>
  record.type === 'payment' ? `/payments/${record.paymentId}` : requestPath(record.instruction);

/** The event that a callback reports, as `Payout · succeeded`. */
export function eventText(record: BankRecord, callback: Callback, language: Language): string {
  const t = texts[language];
  if (record.type === 'payment') return t.paid[record.mode];
  const kind = t.kind[record.instruction.kind];
  const isReturn = callback.body.status === 'failed' && record.decision?.failure === null;
  if (isReturn) return `${kind} · ${t.returned}`;
  const event = `${kind} · ${t.state[callback.body.status === 'success' ? 'succeeded' : 'failed']}`;
  return callback.withWrongKey ? `${event} (${t.wrongKey})` : event;
}

/** Outgoing amounts have a minus sign. */
export function movedText(record: BankRecord, { body, transfer }: Callback): string {
  if (transfer === null || body.status === 'failed') return '–';
  const isOut = record.type === 'request' && record.instruction.kind !== 'charge';
  return `${isOut ? '−' : ''}${formatMoney(transfer.amountSatang)}`;
}

export function renderCallbackState(
  { state, reason, attempts, dueAt }: Callback,
  language: Language,
) {
  const t = texts[language];
  const isScheduled = state === 'waiting' && attempts === 0 && dueAt !== null;
  const detail =
    reason !== null
      ? t.attempts(attempts, reason)
      : isScheduled
        ? t.notBefore(formatTime(language, dueAt))
        : null;
  return (
    <>
      <span class={`chip ${state}`}>{t.callbackState[state]}</span>
      {detail !== null && (
        <>
          {' '}
          <small class="trouble">{detail}</small>
        </>
      )}
    </>
  );
}

/** `back`: the page that the form returns to. */
export function renderSendButton(
  { callbackId, state, transfer, body }: Callback,
  language: Language,
  back: string,
) {
  const t = texts[language];
  return (
    <form method="post" action={`/callbacks/${callbackId}/send?lang=${language}`}>
      <input type="hidden" name="back" value={back} />
      <button class="small" data-key={`${callbackId}-send`}>
        {state === 'waiting' ? t.sendNow : t.sendAgain}{' '}
        <span class="spoken">{transfer?.transactionId ?? body.orderId}</span>
      </button>
    </form>
  );
}
