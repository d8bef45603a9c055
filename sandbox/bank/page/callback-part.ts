import type { About, Callback } from '../book/callback-shelf';
import { requestPlurals } from '../book/entry';
import type { GatewayRequest } from '../book/entry';
import type { Progress } from '../callbacks/callback-sender';
import { formatTime } from './format';
import { html } from '../../../src/lib/html';
import type { Html } from '../../../src/lib/html';
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
  const dueAt = about.kind === 'request' ? about.telling.dueAt : null;
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
  const { request, telling, decision } = about;
  const told = t.requestTold[request.kind];
  if (telling.withWrongKey) return told.wrongKey;
  if (telling.failure === null) return told.succeeded;
  return decision.failure === null ? told.returned : told.failed;
}

/** Where a person reads more of what a callback is about. */
export function pageOf(about: About): string {
  return about.kind === 'payment'
    ? `/payments/${about.payment.paymentId}`
    : requestPath(about.request);
}

export function requestPath({ kind, orderId }: Pick<GatewayRequest, 'kind' | 'orderId'>): string {
  return `/requests/${requestPlurals[kind]}/${orderId}`;
}

export function orderOf(about: About): string {
  return about.kind === 'payment' ? about.payment.orderId : about.request.orderId;
}

export function transferOf(about: About): string | null {
  if (about.kind === 'request') return about.decision.transactionId;
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
