import type { DeliveryRecord } from '../../../../application/webhooks/delivery-history';
import type { Webhook } from '../../../../application/webhooks/find-webhook';
import type { Ping } from '../../../../application/webhooks/ping-webhook';
import { mayActAs } from '../../../../domain/realm';
import { html, type Html } from '../../../../lib/html';
import {
  actionButton,
  choices,
  confirmButton,
  field,
  formFault,
  tokenField,
} from '../../../kit/form';
import { badge, emptyState, facts, moment, pager, preciseMoment } from '../../../kit/parts';
import type { Refusal, Screen, SignedInContext } from '../../frame/screen';
import { WEBHOOKS, eventChoices, webhookBadge } from './list-view';
import { sinces, webhooksTexts, type WebhooksTexts } from './texts';

export type Pinged = Pick<Ping, 'statusCode' | 'durationMs' | 'error'>;

export interface WebhookView {
  readonly webhook: Webhook;
  readonly deliveries: readonly DeliveryRecord[];
  readonly cursor: string | null;
  readonly isFirst: boolean;
  /** Null unless a test was just sent. */
  readonly ping: Pinged | null;
}

export function webhookScreen(
  context: SignedInContext,
  view: WebhookView,
  refusal: Refusal | null = null,
): Screen {
  const t = webhooksTexts[context.language];
  const { webhook, ping } = view;
  const mayChange = mayActAs(context.session, 'developer');
  const main = html`${formFault(context, refusal, ['url', 'description'])}
${ping === null ? null : renderPing(ping, t)}
<section class="card" aria-label="${webhook.url}">${facts([
    [t.url, html`<code>${webhook.url}</code>`],
    webhook.description === null ? null : [t.description, webhook.description],
    [
      t.status,
      html`<span class="badges">${webhookBadge(webhook, t)}${
        webhook.failingSince === null
          ? null
          : html`<span>${t.failingSince} ${moment(context.language, webhook.failingSince)}</span>`
      }</span>`,
    ],
    [
      t.events,
      html`<span class="codes">${webhook.events.map((name) => html`<code>${name}</code> `)}
      </span>`,
    ],
    [t.created, moment(context.language, webhook.createdAt)],
  ])}</section>
${renderDeliveries(context, view, mayChange, t)}
${mayChange ? renderEdit(context, webhook, refusal, t) : null}
${mayChange && webhook.status === 'active' ? renderReplay(context, webhook, t) : null}`;
  const path = `${WEBHOOKS}/${webhook.id}`;
  return {
    title: webhook.url,
    section: 'webhooks',
    back: { path: WEBHOOKS, title: context.t.sections.webhooks },
    main,
    // A refresh would remove the test's result.
    live: ping === null && refusal === null,
    ...(mayChange ? { actions: renderActions(context, webhook, path, t) } : {}),
  };
}

function renderActions(
  context: SignedInContext,
  webhook: Webhook,
  path: string,
  t: WebhooksTexts,
): Html {
  const isActive = webhook.status === 'active';
  return html`${actionButton(context, `${path}/test`, t.test, { variant: '' })}
  ${
    isActive
      ? actionButton(context, `${path}/pause`, t.pause, { variant: '' })
      : actionButton(context, `${path}/resume`, t.resume, { variant: 'strong' })
  }
  ${confirmButton(context, `${path}/rotate`, {
    label: t.rotate,
    question: t.rotateQuestion,
    confirm: t.rotate,
    about: '',
  })}
  ${confirmButton(context, `${path}/delete`, {
    label: t.remove,
    question: t.removeQuestion,
    confirm: t.remove,
    about: '',
  })}`;
}

const renderPing = ({ statusCode, durationMs, error }: Pinged, t: WebhooksTexts): Html =>
  statusCode === null
    ? html`<p class="notice bad" role="status">${t.unpinged(error ?? '')}</p>`
    : html`<p class="notice ${statusCode < 300 ? 'good' : 'warn'}" role="status">
        ${t.pinged(`HTTP ${statusCode}`, durationMs)}</p>`;

function renderDeliveries(
  context: SignedInContext,
  { webhook, deliveries, cursor, isFirst }: WebhookView,
  mayChange: boolean,
  t: WebhooksTexts,
): Html {
  const path = `${WEBHOOKS}/${webhook.id}`;
  const older = cursor === null ? null : `${path}?cursor=${cursor}`;
  const mayResend = mayChange && webhook.status === 'active';
  return html`<section class="card flush" aria-labelledby="deliveries">
  <div class="card-head"><h2 id="deliveries">${t.deliveries}</h2></div>
  ${
    deliveries.length === 0
      ? emptyState(t.noDeliveries, t.noDeliveriesHint)
      : html`<table class="folds"><thead><tr><th scope="col">${t.event}</th>
        <th scope="col">${t.status}</th><th scope="col">${t.when}</th>
        <th scope="col"><span class="spoken">${t.resend}</span></th></tr></thead>
        <tbody>${deliveries.map((each) => renderDelivery(context, each, mayResend, t))}</tbody>
        </table>`
  }
  ${pager(context, { newest: isFirst ? null : path, older })}
</section>`;
}

const tones = { pending: 'wait', succeeded: 'good', failed: 'bad' } as const;

function renderDelivery(
  context: SignedInContext,
  delivery: DeliveryRecord,
  mayResend: boolean,
  t: WebhooksTexts,
): Html {
  const { id, event, eventId, status, attempts, createdAt, webhookId } = delivery;
  const { nextAttemptAt, payload } = delivery;
  // A failed attempt is shown before the last retry has failed.
  const isFailing = status === 'pending' && attempts.length > 0;
  const [tone, state] = isFailing
    ? (['warn', t.retrying] as const)
    : [tones[status], t.states[status]];
  const path = `${WEBHOOKS}/${webhookId}/deliveries/${id}/resend`;
  const press = mayResend ? actionButton(context, path, t.resend, { about: eventId }) : null;
  const attempt = ({ at, statusCode, durationMs, error, answer }: (typeof attempts)[number]) =>
    html`<li>${moment(context.language, new Date(at))} ·
    ${statusCode === null ? error : t.answered(statusCode, durationMs)}
    ${answer === null || answer === '' ? null : html`<pre tabindex="0">${answer}</pre>`}</li>`;
  return html`<tr><th scope="row"><div><code>${event}</code><small>${eventId}</small>
    <details class="more"><summary>${t.attempts(attempts.length)}
      <span class="spoken"> ${eventId}</span></summary>
      <div class="attempts"><ol>${attempts.map(attempt)}</ol>
      <p>${t.payload}</p><pre tabindex="0">${payload}</pre></div></details></div></th>
  <td data-name="${t.status}">${badge(tone, state)}${
    nextAttemptAt === null || !isFailing
      ? null
      : html`<small>${t.nextTry} ${preciseMoment(context.language, nextAttemptAt)}</small>`
  }</td>
  <td data-name="${t.when}">${moment(context.language, createdAt)}</td>
  <td class="press">${press}</td></tr>`;
}

function renderEdit(
  context: SignedInContext,
  { id, url, description, events }: Webhook,
  refusal: Refusal | null,
  t: WebhooksTexts,
): Html {
  const isOpen = ['url', 'description', 'events'].includes(refusal?.param ?? '');
  return html`<section class="card stack narrow" aria-labelledby="edit"><details class="more"${
    isOpen ? html` open` : null
  }><summary><h2 id="edit">${t.edit}</h2></summary>
  <form method="post" action="${WEBHOOKS}/${id}" class="fields">${tokenField(context)}
    ${field(context, refusal, {
      name: 'url',
      label: t.url,
      type: 'url',
      value: url,
      hint: t.urlHint,
      lengthMax: 2_000,
    })}
    ${field(context, refusal, {
      name: 'description',
      label: t.description,
      value: description ?? '',
      optional: true,
      lengthMax: 255,
    })}
    ${eventChoices(events, t)}
    <div><button class="button strong">${t.save}</button></div></form></details>
</section>`;
}

function renderReplay(context: SignedInContext, { id }: Webhook, t: WebhooksTexts): Html {
  return html`<section class="card stack narrow" aria-labelledby="replay">
  <div><h2 id="replay">${t.replay}</h2><p class="soft">${t.replayHint}</p></div>
  <form method="post" action="${WEBHOOKS}/${id}/replay" class="fields">${tokenField(context)}
    ${choices(
      { name: 'since', label: t.since, value: 'day' },
      sinces.map((value) => ({ value, label: t.sinces[value] })),
    )}
    ${choices({ name: 'which', label: t.which, value: 'failed' }, [
      { value: 'failed', label: t.failedOnly },
      { value: 'all', label: t.everything },
    ])}
    <div><button class="button strong">${t.replayPress}</button></div></form>
</section>`;
}
