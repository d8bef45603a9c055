import type { Webhook } from '../../../../application/webhooks/find-webhook';
import { eventNames } from '../../../../domain/events';
import { mayActAs } from '../../../../domain/realm';
import { html, type Html } from '../../../../lib/html';
import { field, formFault, tokenField } from '../../../kit/form';
import { icons } from '../../../kit/icons';
import { badge, emptyState } from '../../../kit/parts';
import type { Refusal, Screen, SignedInContext } from '../../frame/screen';
import { renderNewKey } from '../keys/new-key';
import { webhooksTexts, type WebhooksTexts } from './texts';

export const WEBHOOKS = '/dashboard/developers/webhooks';

export function webhooksScreen(
  context: SignedInContext,
  webhooks: readonly Webhook[],
  refusal: Refusal | null = null,
): Screen {
  const t = webhooksTexts[context.language];
  const main = html`<p class="soft">${t.hint}</p>
<section class="card flush" aria-label="${context.t.sections.webhooks}">
  ${webhooks.length === 0 ? emptyState(t.none, t.noneHint) : renderTable(webhooks, t)}
</section>
${mayActAs(context.session, 'developer') ? renderForm(context, refusal, t) : null}`;
  return { title: context.t.sections.webhooks, section: 'webhooks', main };
}

/** Only this response shows the secret. */
export function secretScreen(
  context: SignedInContext,
  webhookId: string,
  secret: string,
  isFailing = false,
): Screen {
  const t = webhooksTexts[context.language];
  const warning = isFailing
    ? html`<p class="notice warn">${icons.warning}<span>${t.pingFailed}</span></p>`
    : null;
  const main = html`<section class="card stack narrow" aria-label="${t.secret}">
  ${warning}
  ${renderNewKey(context, secret, { label: t.secret, hint: t.secretHint })}
  <p><a class="button strong" href="${WEBHOOKS}/${webhookId}">${t.secretDone}</a></p></section>`;
  return { title: t.secret, section: 'webhooks', main };
}

export function webhookBadge(
  { status, disabledReason, failingSince }: Webhook,
  t: WebhooksTexts,
): Html {
  if (status === 'active') {
    return failingSince === null ? badge('good', t.active) : badge('warn', t.failing);
  }
  return disabledReason === 'merchant' ? badge('', t.paused) : badge('bad', t.disabled);
}

export function eventChoices(chosen: readonly string[], t: WebhooksTexts): Html {
  const event = (name: string) => html`<label class="choice">
    <input type="checkbox" name="events" value="${name}"${
      chosen.includes(name) ? html` checked` : null
    }><code>${name}</code></label>`;
  return html`<fieldset class="choices pairs"><legend>${t.events}</legend>
    ${eventNames.map(event)}</fieldset>`;
}

function renderTable(webhooks: readonly Webhook[], t: WebhooksTexts): Html {
  const row = (webhook: Webhook) => html`<tr><th scope="row">
    <a href="${WEBHOOKS}/${webhook.id}">${webhook.url}</a>
    <small>${webhook.description ?? ''}</small></th>
  <td data-name="${t.events}">${t.eventCount(webhook.events.length)}</td>
  <td data-name="${t.status}">${webhookBadge(webhook, t)}</td></tr>`;
  return html`<table class="folds roomy"><thead><tr><th scope="col">${t.url}</th>
  <th scope="col">${t.events}</th><th scope="col">${t.status}</th></tr></thead>
  <tbody>${webhooks.map(row)}</tbody></table>`;
}

function renderForm(context: SignedInContext, refusal: Refusal | null, t: WebhooksTexts): Html {
  return html`<section class="card stack narrow" aria-labelledby="create">
  <h2 id="create">${t.create}</h2>
  ${formFault(context, refusal, ['url', 'description'])}
  <form method="post" action="${WEBHOOKS}" class="fields">${tokenField(context)}
    ${field(context, refusal, {
      name: 'url',
      label: t.url,
      type: 'url',
      hint: t.urlHint,
      lengthMax: 2_000,
    })}
    ${field(context, refusal, {
      name: 'description',
      label: t.description,
      optional: true,
      lengthMax: 255,
    })}
    ${eventChoices(eventNames, t)}
    <div><button class="button strong">${t.press}</button></div></form>
</section>`;
}
