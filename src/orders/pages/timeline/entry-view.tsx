import type { VNode } from 'preact';
import type { TimelineEntry, TimelinePart } from '../../find-timeline';
import { bankTitle } from '../../../kernel/rules/banks';
import { isResolution } from '../../../exceptions/rules/exception';
import { transferKinds, type TransferKind } from '../../../ledger/rules/ledger';
import { formatMoney } from '../../../kernel/rules/money';
import { directionOf, type OrderKind, type OrderState } from '../../rules/kinds';
import type { Language } from '../../../pages/kit/language';
import type { Tone } from '../../../pages/kit/parts';
import { orderPath, statusText } from '../parts';
import type { Cause, EntryTexts } from './texts/texts';

export interface LineContext {
  readonly kind: OrderKind;
  readonly orderId: string;
  readonly language: Language;
  readonly t: EntryTexts;
}

export interface Line {
  readonly tone: Tone;
  readonly title: VNode | string;
  readonly amount?: string;
  readonly details: readonly (VNode | string | null)[];
}

type Part<Type extends TimelinePart['type']> = Extract<TimelinePart, { readonly type: Type }>;
type Lines = {
  readonly [Type in TimelinePart['type']]: (part: Part<Type>, lineContext: LineContext) => Line;
};

export function lineOf(entry: TimelineEntry, lineContext: LineContext): Line {
  const { part } = entry;
  const line = lines[part.type] as (each: TimelinePart, of: LineContext) => Line;
  return line(part, lineContext);
}

function wordsOf(route: Part<'callback'>['route'], t: LineContext['t']) {
  if (route === 'operator') return t.decided;
  return route === 'answer' ? t.answered : t.reported;
}

const code = (text: string) => <code>{text}</code>;

const lines: Lines = {
  callback(part, { kind, t }) {
    const { reported, amountSatang, transactionId, failure, outcome } = part;
    const words = wordsOf(part.route, t);
    return {
      tone: outcome === null || outcome === 'moved' ? '' : callbackTones[outcome],
      title: reported === 'unreadable' ? t.unreadable : words[directionOf(kind)][reported],
      ...(amountSatang === null ? {} : { amount: formatMoney(amountSatang) }),
      details: [
        outcome === null ? t.waiting : t.outcomes[outcome],
        transactionId === null ? null : (
          <>
            {t.transfer} {code(transactionId)}
          </>
        ),
        failure,
      ],
    };
  },

  transition: ({ from, to, cause }, { kind, language, t }) => ({
    tone: stateTones[to],
    title: (
      <>
        {statusText(language, kind, from)} <span aria-hidden="true">→</span>{' '}
        {statusText(language, kind, to)}
      </>
    ),
    details: [causeText(cause, t)],
  }),

  posting: ({ kind, amountSatang }, { t }) => ({
    tone: '',
    title: t.postings[kind],
    amount: `${signOf(kind)}${formatMoney(amountSatang)}`,
    details: [],
  }),

  exception: ({ kind, resolution }, { t }) =>
    resolution === null
      ? { tone: 'warn', title: t.exceptionOpen, details: [t.exceptions[kind]] }
      : {
          tone: '',
          title: t.exceptionResolved,
          details: [t.exceptions[kind], ...resolutionTexts(t, resolution)],
        },

  slip: slipLine,

  event: ({ eventId, name }, { t }) => ({
    tone: '',
    title: (
      <>
        {t.event} {code(name)}
      </>
    ),
    details: [code(eventId)],
  }),

  attempt: attemptLine,

  refund: ({ refundId, amountSatang, ended }, { t }) => ({
    tone: ended === 'succeeded' ? 'good' : ended === 'failed' ? 'bad' : '',
    title: ended === null ? t.refundAsked : t.refundEnded[ended],
    amount: formatMoney(amountSatang),
    details: [
      <a class="code" href={orderPath('refund', refundId)}>
        {refundId}
      </a>,
    ],
  }),

  act: ({ act, actorKind, actorName }, { t }) => ({
    tone: '',
    title: act === 'delivery.sent_again' ? t.sentAgain : t.ended,
    details: [t.byPerson(actorKind === 'user' ? (actorName ?? '') : t.operator)],
  }),
};

const callbackTones = {
  repeat: '',
  conflict: 'warn',
  short: 'warn',
  duplicate: 'warn',
  mismatch: 'warn',
  overflow: 'warn',
  beyond_link: 'warn',
  refused: 'warn',
} as const;

const stateTones: Readonly<Record<OrderState, Tone>> = {
  pending: 'wait',
  processing: 'wait',
  succeeded: 'good',
  expired: '',
  failed: 'bad',
};

/** Null for a transition caused by a callback: the callback's entry describes it. */
function causeText(cause: string, t: EntryTexts): string | null {
  if (cause.startsWith('exc_')) return t.causes.operator;
  return Object.hasOwn(t.causes, cause) ? t.causes[cause as Cause] : null;
}

/** `resolution` is one resolution, or several joined by `+`. */
function resolutionTexts(t: EntryTexts, resolution: string): string[] {
  return resolution.split('+').map((way) => (isResolution(way) ? t.resolutions[way] : way));
}

/** The sign of the effect on the merchant's available balance. */
function signOf(kind: TransferKind): string {
  const { from, to } = transferKinds[kind];
  if (to === 'available') return '+';
  return from === 'available' ? '−' : '';
}

function slipLine(part: Part<'slip'>, { orderId, language, t }: LineContext): Line {
  const { sendingBank, transRef, verification, duplicateOf } = part;
  const { isWrong } = part;
  const isDoubtful = isWrong || part.isDuplicate || !part.refMatches || verification === 'mismatch';
  return {
    tone: isDoubtful ? 'warn' : verification === 'verified' ? 'good' : '',
    title: t.slip,
    details: [
      t.slips[part.status],
      sendingBank === null ? null : t.slipSays(bankTitle(sendingBank, language) ?? sendingBank),
      transRef === null ? null : (
        <>
          {t.transfer} {code(transRef)}
        </>
      ),
      verification === null ? null : t.verifications[verification],
      isWrong ? t.otherPayment : null,
      part.refMatches || isWrong ? null : t.otherReference,
      part.isDuplicate && duplicateOf === null ? t.duplicate : null,
      duplicateOf === null ? null : (
        <>
          {t.duplicateOf}{' '}
          <a class="code" href={orderPath('deposit', duplicateOf)}>
            {duplicateOf}
          </a>
        </>
      ),
      part.hasPicture ? (
        <a href={`${orderPath('deposit', orderId)}/slips/${part.slipId}`}>{t.picture}</a>
      ) : null,
    ],
  };
}

function attemptLine(part: Part<'attempt'>, { t }: LineContext): Line {
  const { statusCode, durationMs, error, answer, number } = part;
  const isTaken = statusCode !== null && statusCode >= 200 && statusCode < 300;
  const id = `answer-${part.deliveryId}-${number}`;
  return {
    tone: isTaken ? 'good' : 'bad',
    title: (
      <>
        {statusCode === null ? t.noAnswer : `HTTP ${statusCode}`} {code(part.name)}
      </>
    ),
    details: [
      part.url,
      `${t.attempt(number)}, ${t.took(durationMs)}`,
      isTaken || statusCode !== null ? null : error,
      answer === null || answer === '' ? null : (
        <details class="more" id={id}>
          <summary>{t.answer}</summary>
          <pre tabindex={0}>{answer}</pre>
        </details>
      ),
    ],
  };
}
