import type { About, Callback } from '../book/callback-shelf';
import type { Progress } from '../callbacks/callback-sender';
import { formatTime } from './format';
import { html } from '../../lib/html';
import type { Html } from '../../lib/html';
import { texts } from './texts';
import type { Language, Texts } from './texts';

/** How telling the gateway stands, with the trouble there was, or the time it waits for. */
export function renderCallbackState(
  { state, reason, about }: Callback,
  progress: Progress | null,
  language: Language,
): Html {
  const t = texts[language];
  const lastReason = progress?.reason ?? null;
  const dueAt = about.kind === 'payout' ? about.telling.dueAt : null;
  const untried = state === 'waiting' && (progress?.attempts ?? 0) === 0;
  const trouble =
    reason ?? (lastReason === null ? null : t.attempts(progress?.attempts ?? 1, lastReason));
  const aside =
    trouble ?? (untried && dueAt !== null ? t.notBefore(formatTime(language, dueAt)) : null);
  return html`<span class="chip ${state}">${t.callbackState[state]}</span>${
    aside === null ? null : html` <small class="trouble">${aside}</small>`
  }`;
}

/** What a callback tells, in a word or three. */
export function aboutText({ about }: Callback, t: Texts): string {
  if (about.kind === 'payment') return t.done[about.payment.mode];
  const { telling, decision } = about;
  if (telling.withWrongKey) return t.payoutTold.wrongKey;
  if (telling.failure === null) return t.payoutTold.succeeded;
  return decision.failure === null ? t.payoutTold.returned : t.payoutTold.failed;
}

/** Where a person reads more of what a callback is about. */
export function pageOf(about: About): string {
  return about.kind === 'payment'
    ? `/payments/${about.payment.paymentId}`
    : `/outgoing/${about.payout.orderId}`;
}

export function orderOf(about: About): string {
  return about.kind === 'payment' ? about.payment.orderId : about.payout.orderId;
}

export function transferOf(about: About): string | null {
  if (about.kind === 'payout') return about.decision.transactionId;
  return about.transfer?.transactionId ?? null;
}

/** `back`: the page that is shown again after it. */
export function renderSendButton(
  { callbackId, state, about }: Callback,
  language: Language,
  back: string,
  t: Texts,
): Html {
  return html`<form method="post" action="/callbacks/${callbackId}/send?lang=${language}">
  <input type="hidden" name="back" value="${back}">
  <button class="small" data-key="${callbackId}-send">
    ${state === 'waiting' ? t.sendNow : t.sendAgain}
    <span class="spoken">${transferOf(about) ?? orderOf(about)}</span></button></form>`;
}
