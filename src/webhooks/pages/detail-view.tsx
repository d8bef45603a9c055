import type { DeliveryRecord } from '../delivery-history';
import type { Webhook } from '../find-webhook';
import type { Ping } from '../ping-webhook';
import { mayActAs } from '../../kernel/rules/realm';
import { Card } from '../../pages/kit/card';
import {
  ActionButton,
  Choices,
  Confirm,
  Field,
  Form,
  FormFault,
  Submit,
} from '../../pages/kit/form';
import { Badge, Empty, Facts, Notice, Pager, Spoken, Time } from '../../pages/kit/parts';
import { type Row, Table } from '../../pages/kit/table';
import type { Refusal, Screen, SignedInContext } from '../../pages/dashboard/frame/screen';
import { eventChoices, webhookBadge, WEBHOOKS } from './list-view';
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
  const main = (
    <>
      <FormFault refusal={refusal} fields={['url', 'description']} />
      {ping !== null && renderPing(ping, t)}
      <section class="card" aria-label={webhook.url}>
        <Facts
          rows={[
            [t.url, <code>{webhook.url}</code>],
            webhook.description === null ? null : [t.description, webhook.description],
            [
              t.status,
              <span class="badges">
                {webhookBadge(webhook, t)}
                {webhook.failingSince !== null && (
                  <span>
                    {t.failingSince} <Time at={webhook.failingSince} />
                  </span>
                )}
              </span>,
            ],
            [
              t.events,
              <span class="codes">
                {webhook.events.map((name) => (
                  <>
                    <code>{name}</code>{' '}
                  </>
                ))}
              </span>,
            ],
            [t.created, <Time at={webhook.createdAt} />],
          ]}
        />
      </section>
      {renderDeliveries(view, mayChange, t)}
      {mayChange && renderEdit(webhook, refusal, t)}
      {mayChange && webhook.status === 'active' && renderReplay(webhook, t)}
    </>
  );
  const path = `${WEBHOOKS}/${webhook.id}`;
  return {
    title: webhook.url,
    section: 'webhooks',
    back: { path: WEBHOOKS, title: context.t.sections.webhooks },
    main,
    // A refresh would remove the test's result.
    live: ping === null && refusal === null,
    ...(mayChange ? { actions: renderActions(webhook, path, t) } : {}),
  };
}

function renderActions(webhook: Webhook, path: string, t: WebhooksTexts) {
  const isActive = webhook.status === 'active';
  return (
    <>
      <ActionButton action={`${path}/test`} label={t.test} tone="plain" />
      {isActive ? (
        <ActionButton action={`${path}/pause`} label={t.pause} tone="plain" />
      ) : (
        <ActionButton action={`${path}/resume`} label={t.resume} tone="strong" />
      )}
      <Confirm action={`${path}/rotate`} label={t.rotate} question={t.rotateQuestion} />
      <Confirm action={`${path}/delete`} label={t.remove} question={t.removeQuestion} />
    </>
  );
}

const renderPing = ({ statusCode, durationMs, error }: Pinged, t: WebhooksTexts) =>
  statusCode === null ? (
    <Notice tone="bad" role="status" text={t.unpinged(error ?? '')} />
  ) : (
    <p class={`notice ${statusCode < 300 ? 'good' : 'warn'}`} role="status">
      {t.pinged(`HTTP ${statusCode}`, durationMs)}
    </p>
  );

function renderDeliveries(
  { webhook, deliveries, cursor, isFirst }: WebhookView,
  mayChange: boolean,
  t: WebhooksTexts,
) {
  const path = `${WEBHOOKS}/${webhook.id}`;
  const older = cursor === null ? null : `${path}?cursor=${cursor}`;
  const mayResend = mayChange && webhook.status === 'active';
  return (
    <Card id="deliveries" title={t.deliveries} flush>
      {deliveries.length === 0 ? (
        <Empty title={t.noDeliveries} hint={t.noDeliveriesHint} />
      ) : (
        <Table
          columns={[t.event, t.status, t.when, { press: t.resend }]}
          rows={deliveries.map((each) => renderDelivery(each, mayResend, t))}
        />
      )}
      <Pager newest={isFirst ? null : path} older={older} />
    </Card>
  );
}

const tones = { pending: 'wait', succeeded: 'good', failed: 'bad' } as const;

function renderDelivery(delivery: DeliveryRecord, mayResend: boolean, t: WebhooksTexts): Row {
  const { id, event, eventId, status, attempts, createdAt, webhookId } = delivery;
  const { nextAttemptAt, payload } = delivery;
  // A failed attempt is shown before the last retry has failed.
  const isFailing = status === 'pending' && attempts.length > 0;
  const [tone, state] = isFailing
    ? (['warn', t.retrying] as const)
    : [tones[status], t.states[status]];
  const path = `${WEBHOOKS}/${webhookId}/deliveries/${id}/resend`;
  const press = mayResend ? <ActionButton action={path} label={t.resend} about={eventId} /> : null;
  const attempt = ({ at, statusCode, durationMs, error, answer }: (typeof attempts)[number]) => (
    <li>
      <Time at={new Date(at)} /> ·{' '}
      {statusCode === null ? error : t.answered(statusCode, durationMs)}{' '}
      {answer === null || answer === '' ? null : <pre tabindex={0}>{answer}</pre>}
    </li>
  );
  return [
    <div>
      <code>{event}</code>
      <small>{eventId}</small>
      <details class="more">
        <summary>
          {t.attempts(attempts.length)} <Spoken>{eventId}</Spoken>
        </summary>
        <div class="attempts">
          <ol>{attempts.map(attempt)}</ol>
          <p>{t.payload}</p>
          <pre tabindex={0}>{payload}</pre>
        </div>
      </details>
    </div>,
    <>
      <Badge tone={tone}>{state}</Badge>
      {nextAttemptAt === null || !isFailing ? null : (
        <small>
          {t.nextTry} <Time at={nextAttemptAt} precise />
        </small>
      )}
    </>,
    <Time at={createdAt} />,
    press,
  ];
}

function renderEdit(
  { id, url, description, events }: Webhook,
  refusal: Refusal | null,
  t: WebhooksTexts,
) {
  const isOpen = ['url', 'description', 'events'].includes(refusal?.param ?? '');
  return (
    <section class="card stack narrow" aria-labelledby="edit">
      <details class="more" open={isOpen}>
        <summary>
          <h2 id="edit">{t.edit}</h2>
        </summary>
        <Form action={`${WEBHOOKS}/${id}`}>
          <Field
            refusal={refusal}
            name="url"
            label={t.url}
            type="url"
            value={url}
            hint={t.urlHint}
            lengthMax={2_000}
          />
          <Field
            refusal={refusal}
            name="description"
            label={t.description}
            value={description ?? ''}
            optional
            lengthMax={255}
          />
          {eventChoices(events, t)}
          <Submit label={t.save} />
        </Form>
      </details>
    </section>
  );
}

function renderReplay({ id }: Webhook, t: WebhooksTexts) {
  return (
    <Card id="replay" title={t.replay} hint={t.replayHint} narrow>
      <Form action={`${WEBHOOKS}/${id}/replay`}>
        <Choices
          name="since"
          label={t.since}
          value="day"
          options={sinces.map((value) => ({ value, label: t.sinces[value] }))}
        />
        <Choices
          name="which"
          label={t.which}
          value="failed"
          options={[
            { value: 'failed', label: t.failedOnly },
            { value: 'all', label: t.everything },
          ]}
        />
        <Submit label={t.replayPress} />
      </Form>
    </Card>
  );
}
