import type { Callback } from '../book/book-state';
import type { Progress } from '../callbacks/callback-sender';
import { html } from '../../lib/html';
import type { Html } from '../../lib/html';
import type { Language, Texts } from './texts';

/** How telling the gateway stands, with the trouble there was. */
export function renderCallbackState(
  { state, reason }: Callback,
  progress: Progress | null,
  t: Texts,
): Html {
  const lastReason = progress?.reason ?? null;
  const trouble =
    reason ?? (lastReason === null ? null : t.attempts(progress?.attempts ?? 1, lastReason));
  return html`<span class="chip ${state}">${t.callbackState[state]}</span>${
    trouble === null ? null : html` <small class="trouble">${trouble}</small>`
  }`;
}

/** `back`: the page that is shown again after it. */
export function renderSendButton(
  { callbackId, state, transfer, payment }: Callback,
  language: Language,
  back: string,
  t: Texts,
): Html {
  return html`<form method="post" action="/callbacks/${callbackId}/send?lang=${language}">
  <input type="hidden" name="back" value="${back}">
  <button class="small" data-key="${callbackId}-send">
    ${state === 'waiting' ? t.sendNow : t.sendAgain}
    <span class="spoken">${transfer?.transactionId ?? payment.orderId}</span></button></form>`;
}
