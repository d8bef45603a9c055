import type { MerchantDetail } from '../../../reports/find-merchants';
import { formatBaht, formatMoney } from '../../../kernel/rules/money';
import { mayActAs } from '../../../kernel/rules/realm';
import { statusBadge } from '../../../orders/pages/parts';
import { Card } from '../../../pages/kit/card';
import { Field, Form, FormFault, Submit } from '../../../pages/kit/form';
import { grantsText } from '../grants-text';
import { kindTexts } from '../../../orders/pages/kind-texts';
import { Badge, Facts, LinkButton, Noted, Time } from '../../../pages/kit/parts';
import { Table } from '../../../pages/kit/table';
import type { Refusal, Screen, SignedInContext } from '../../../pages/console/frame/screen';
import { orderDetailTexts } from '../../../orders/pages/console/texts';
import { businessPath } from '../../../business/pages/console/view';
import { businessTexts } from '../../../business/pages/texts';
import { pricesPath } from '../../../fees/pages/console/view';
import { priceTexts } from '../../../fees/pages/texts';
import { maturityPath } from '../../../maturity/pages/console/view';
import { maturityTexts } from '../../../maturity/pages/texts';
import { routingTexts } from '../../../providers/pages/routing/texts';
import { standingOf } from './list-view';
import { merchantTexts, type MerchantTexts } from './texts';

const pathOf = ({ merchant }: MerchantDetail): string => `/console/merchants/${merchant.id}`;

export function merchantScreen(
  context: SignedInContext,
  dossier: MerchantDetail,
  refusal: Refusal | null,
): Screen {
  const t = merchantTexts[context.language];
  const { merchant } = dossier;
  const mayDecide = mayActAs(context.session, 'operator');
  const main = (
    <>
      <FormFault refusal={refusal} fields={['reason', 'limit', 'email']} />
      {merchant.isWaiting && <p class="notice warn">{t.waitsNote}</p>}
      <div class="columns">
        <div class="stack">
          {renderFacts(context, dossier, t)}
          {mayDecide && renderStatus(dossier, refusal, t)}
          {mayDecide && renderLimit(dossier, refusal, t)}
        </div>
        <div class="stack">
          {renderPeople(dossier, mayDecide ? refusal : null, mayDecide, t)}
          {renderKeys(context, dossier, t)}
          {renderWebhooks(dossier, t)}
        </div>
      </div>
      {renderOrders(context, dossier, t)}
    </>
  );
  return { title: merchant.name, section: 'merchants', main };
}

function renderFacts(context: SignedInContext, { merchant }: MerchantDetail, t: MerchantTexts) {
  const { id, availableSatang, heldSatang, pendingSatang, dayLimitSatang } = merchant;
  const { createdAt, decidedAt, decisionReason } = merchant;
  return (
    <Card id="facts" title={formatMoney(availableSatang)} mark={standingOf(merchant, t)}>
      <Facts
        rows={[
          ['ID', <code>{id}</code>],
          [t.held, formatMoney(heldSatang)],
          pendingSatang === 0 ? null : [t.pending, formatMoney(pendingSatang)],
          [t.limit, dayLimitSatang === null ? t.noLimit : t.aDay(formatMoney(dayLimitSatang))],
          [t.created, <Time at={createdAt} />],
          decidedAt === null ? null : [t.decided, <Time at={decidedAt} />],
          decisionReason === null || decisionReason === '' ? null : [t.why, decisionReason],
        ]}
      />
      <div>
        <LinkButton href={businessPath(id)} label={businessTexts[context.language].business} />{' '}
        <LinkButton href={pricesPath(id)} label={priceTexts[context.language].title} />{' '}
        <LinkButton href={maturityPath(id)} label={maturityTexts[context.language].title} />{' '}
        <LinkButton
          href={`/console/merchants/${id}/routing`}
          label={routingTexts[context.language].rules}
        />
      </div>
    </Card>
  );
}

function renderStatus(dossier: MerchantDetail, refusal: Refusal | null, t: MerchantTexts) {
  const isActive = dossier.merchant.status === 'active';
  const own = refusal !== null && 'reason' in refusal.values ? refusal : null;
  return (
    <Card
      id="status"
      title={isActive ? t.disable : t.enable}
      hint={isActive ? t.disableHint : t.enableHint}>
      <Form action={`${pathOf(dossier)}/${isActive ? 'disable' : 'enable'}`}>
        <Field
          refusal={own}
          name="reason"
          label={t.reason}
          hint={t.reasonHint}
          lengthMax={1_000}
          lines={2}
        />
        <div>
          <button class={`button ${isActive ? 'danger' : 'strong'}`}>
            {isActive ? t.disable : t.enable}
          </button>
        </div>
      </Form>
    </Card>
  );
}

function renderLimit(dossier: MerchantDetail, refusal: Refusal | null, t: MerchantTexts) {
  const { dayLimitSatang } = dossier.merchant;
  const own = refusal !== null && 'limit' in refusal.values ? refusal : null;
  return (
    <Card id="limit-title" title={t.limit} hint={t.limitHint}>
      <Form action={`${pathOf(dossier)}/limit`}>
        <Field
          refusal={own}
          name="limit"
          label={t.limitLabel}
          value={dayLimitSatang === null ? '' : formatBaht(dayLimitSatang)}
          lengthMax={20}
          optional
        />
        <Submit tone="plain" label={t.setLimit} />
      </Form>
    </Card>
  );
}

function renderPeople(
  dossier: MerchantDetail,
  refusal: Refusal | null,
  mayDecide: boolean,
  t: MerchantTexts,
) {
  const { members, invitations } = dossier;
  const own = refusal !== null && 'email' in refusal.values ? refusal : null;
  return (
    <Card id="people" title={t.people}>
      {members.length + invitations.length === 0 && <p>{t.nobody}</p>}
      <ul class="items">
        {members.map(({ name, email, role }) => (
          <li>
            <p>
              <strong>{name}</strong> <Badge>{t.roles[role]}</Badge>
            </p>
            <p class="soft small">{email}</p>
          </li>
        ))}
        {invitations.map(({ email, role }) => (
          <li>
            <p>
              {email} <Badge tone="wait">{t.invited}</Badge> <Badge>{t.roles[role]}</Badge>
            </p>
          </li>
        ))}
      </ul>
      {mayDecide && (
        <Form action={`${pathOf(dossier)}/owner`}>
          <Field
            refusal={own}
            name="email"
            label={t.inviteOwner}
            hint={t.inviteHint}
            type="email"
            lengthMax={254}
          />
          <Submit tone="plain" label={t.inviteOwner} />
        </Form>
      )}
    </Card>
  );
}

function renderKeys(context: SignedInContext, { keys }: MerchantDetail, t: MerchantTexts) {
  return (
    <Card id="keys" title={t.keys}>
      {keys.length === 0 && <p>{t.noKeys}</p>}
      <ul class="items">
        {keys.map(({ name, hint, permissions, lastUsedAt }) => (
          <li>
            <p>
              <strong>{name}</strong> <code>{hint}</code>{' '}
              <Badge>{grantsText(context.language, permissions)}</Badge>
            </p>
            <p class="soft small">
              {lastUsedAt === null ? (
                t.neverUsed
              ) : (
                <>
                  {t.lastUsed} <Time at={lastUsedAt} />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function renderWebhooks({ webhooks }: MerchantDetail, t: MerchantTexts) {
  return (
    <Card id="hooks" title={t.webhooks}>
      {webhooks.length === 0 && <p>{t.noWebhooks}</p>}
      <ul class="items">
        {webhooks.map(({ url, status }) => (
          <li>
            <p>
              <code>{url.slice(0, 200)}</code>
            </p>
            <p>
              {status === 'active' ? (
                <Badge tone="good">{t.active}</Badge>
              ) : (
                <Badge tone="bad">{t.paused}</Badge>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function renderOrders(context: SignedInContext, { orders }: MerchantDetail, t: MerchantTexts) {
  const kinds = kindTexts[context.language];
  const o = orderDetailTexts[context.language];
  const row = (order: MerchantDetail['orders'][number]) => [
    <Noted code={order.id}>
      <a href={`/console/orders/${order.id}`}>{kinds[order.kind].label}</a>
    </Noted>,
    <Time at={order.createdAt} />,
    statusBadge(context.language, order.kind, order.status),
    formatMoney(order.amountSatang),
  ];
  return (
    <Card id="orders" title={t.orders} flush>
      {orders.length === 0 ? (
        <p class="empty">{t.noOrders}</p>
      ) : (
        <Table
          columns={[o.id, o.created, o.status, { money: o.amount }]}
          rows={orders.map(row)}
          roomy
        />
      )}
    </Card>
  );
}
