import type { Webhook } from '../find-webhook';
import { eventNames } from '../../kernel/events/rules/events';
import { mayActAs } from '../../kernel/rules/realm';
import { Card } from '../../pages/kit/card';
import { Field, Form, Submit } from '../../pages/kit/form';
import { icons } from '../../pages/kit/icons';
import { Badge, Empty, LinkButton } from '../../pages/kit/parts';
import { Table } from '../../pages/kit/table';
import type { Refusal, Screen, SignedInContext } from '../../pages/dashboard/frame/screen';
import { renderNewKey } from '../../merchants/pages/keys/new-key';
import { webhooksTexts, type WebhooksTexts } from './texts';

export const WEBHOOKS = '/dashboard/developers/webhooks';

export function webhooksScreen(
  context: SignedInContext,
  webhooks: readonly Webhook[],
  refusal: Refusal | null = null,
): Screen {
  const t = webhooksTexts[context.language];
  const main = (
    <>
      <p class="soft">{t.hint}</p>
      <Card label={context.t.sections.webhooks} flush>
        {webhooks.length === 0 ? (
          <Empty title={t.none} hint={t.noneHint} />
        ) : (
          renderTable(webhooks, t)
        )}
      </Card>
      {mayActAs(context.session, 'developer') && renderForm(refusal, t)}
    </>
  );
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
  const warning = isFailing ? (
    <p class="notice warn">
      {icons.warning}
      <span>{t.pingFailed}</span>
    </p>
  ) : null;
  const main = (
    <Card label={t.secret} narrow>
      {warning}
      {renderNewKey(secret, { label: t.secret, hint: t.secretHint })}
      <p>
        <LinkButton tone="strong" href={`${WEBHOOKS}/${webhookId}`} label={t.secretDone} />
      </p>
    </Card>
  );
  return { title: t.secret, section: 'webhooks', main };
}

export function webhookBadge({ status, disabledReason, failingSince }: Webhook, t: WebhooksTexts) {
  if (status === 'active') {
    return failingSince === null ? (
      <Badge tone="good">{t.active}</Badge>
    ) : (
      <Badge tone="warn">{t.failing}</Badge>
    );
  }
  return disabledReason === 'merchant' ? (
    <Badge>{t.paused}</Badge>
  ) : (
    <Badge tone="bad">{t.disabled}</Badge>
  );
}

export function eventChoices(chosen: readonly string[], t: WebhooksTexts) {
  const event = (name: string) => (
    <label class="choice">
      <input type="checkbox" name="events" value={name} checked={chosen.includes(name)} />
      <code>{name}</code>
    </label>
  );
  return (
    <fieldset class="choices pairs">
      <legend>{t.events}</legend>
      {eventNames.map(event)}
    </fieldset>
  );
}

function renderTable(webhooks: readonly Webhook[], t: WebhooksTexts) {
  const row = (webhook: Webhook) => [
    <>
      <a href={`${WEBHOOKS}/${webhook.id}`}>{webhook.url}</a>{' '}
      <small>{webhook.description ?? ''}</small>
    </>,
    t.eventCount(webhook.events.length),
    webhookBadge(webhook, t),
  ];
  return <Table columns={[t.url, t.events, t.status]} rows={webhooks.map(row)} roomy />;
}

function renderForm(refusal: Refusal | null, t: WebhooksTexts) {
  return (
    <Card id="create" title={t.create} narrow>
      <Form action={WEBHOOKS} refusal={refusal}>
        <Field name="url" label={t.url} type="url" hint={t.urlHint} lengthMax={2_000} />
        <Field name="description" label={t.description} optional lengthMax={255} />
        {eventChoices(eventNames, t)}
        <Submit label={t.press} />
      </Form>
    </Card>
  );
}
