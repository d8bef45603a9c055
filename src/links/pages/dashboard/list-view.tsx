import { formatMoney } from '../../../kernel/rules/money';
import { mayActAs } from '../../../kernel/rules/realm';
import type { Refusal, Screen, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { Card } from '../../../pages/kit/card';
import { Field, Form, Submit, worded } from '../../../pages/kit/form';
import { Badge, Empty, Noted, Notice, Pager, type Tone } from '../../../pages/kit/parts';
import { Table } from '../../../pages/kit/table';
import { DESCRIPTION_LENGTH_MAX, TITLE_LENGTH_MAX } from '../../rules/payment-link';
import { linkStateAt, type LinkState, type PaymentLink } from '../../find-link';
import { writeEnd, writeMetadata, writeStart } from './fields';
import { linkPageTexts, type LinkPageTexts } from './texts';

export const LINKS = '/dashboard/links';

export interface ShownLinks {
  readonly items: readonly PaymentLink[];
  /** False: an operator has to verify the business first. */
  readonly isAllowed: boolean;
  readonly isFirst: boolean;
  /** Of the next page; null on the last. */
  readonly cursor: string | null;
}

export function linksScreen(
  context: SignedInContext,
  { items, isAllowed, isFirst, cursor }: ShownLinks,
  refusal: Refusal | null = null,
): Screen {
  const t = linkPageTexts[context.language];
  const at = new Date(context.nowMs);
  const row = (link: PaymentLink) => [
    <Noted code={link.token}>
      <a href={`${LINKS}/${link.id}`}>{link.title}</a>
    </Noted>,
    amountText(link, t),
    paidText(link, t),
    <StateBadge state={linkStateAt(link, at)} t={t} />,
  ];
  const columns = [t.name, { money: t.amount }, { money: t.payments }, t.status];
  const main = (
    <>
      <p class="soft">{t.hint}</p>
      {!isAllowed && <Notice tone="warn" text={t.unverified} />}
      <Card label={context.t.sections.links} flush>
        {items.length === 0 ? (
          <Empty title={t.none} hint={t.noneHint} />
        ) : (
          <Table columns={columns} rows={items.map(row)} roomy />
        )}
        <Pager
          newest={isFirst ? null : LINKS}
          older={cursor === null ? null : `${LINKS}?cursor=${cursor}`}
        />
      </Card>
      {isAllowed && mayActAs(context.session, 'developer') && (
        <NewLinkForm refusal={refusal} t={t} />
      )}
    </>
  );
  return { title: context.t.sections.links, section: 'links', main };
}

export function amountText({ amount }: PaymentLink, t: LinkPageTexts): string {
  if (typeof amount === 'number') return formatMoney(amount);
  return t.between(formatMoney(amount.minSatang), formatMoney(amount.maxSatang));
}

export function paidText({ paid, paymentsMax }: PaymentLink, t: LinkPageTexts): string {
  const count = paid.toLocaleString('en');
  return paymentsMax === null ? count : t.of(count, paymentsMax.toLocaleString('en'));
}

const tones: Readonly<Record<LinkState, Tone>> = {
  active: 'good',
  scheduled: 'wait',
  sold_out: 'warn',
  ended: '',
  stopped: '',
};
export const StateBadge = ({
  state,
  t,
}: {
  readonly state: LinkState;
  readonly t: LinkPageTexts;
}) => <Badge tone={tones[state]}>{t.states[state]}</Badge>;

const NewLinkForm = ({ refusal, t }: { refusal: Refusal | null; t: LinkPageTexts }) => (
  <Card id="create" title={t.create} narrow>
    <Form action={LINKS} refusal={refusal}>
      {textFields(null, t)}
      <Field name="amount" {...worded(t, 'amount')} lengthMax={20} numeric optional />
      {(['min', 'max'] as const).map((name) => (
        <Field name={name} label={t[name]} rule={t.boundsRule} lengthMax={20} numeric optional />
      ))}
      {termFields(null, t)}
      <Submit label={t.press} />
    </Form>
  </Card>
);

/** Also of a change. Functions, because a form looks for its fields among its children. */
export const textFields = (link: PaymentLink | null, t: LinkPageTexts) => (
  <>
    <Field
      name="title"
      {...worded(t, 'title')}
      value={link?.title ?? ''}
      lengthMax={TITLE_LENGTH_MAX}
    />
    <Field
      name="description"
      {...worded(t, 'description')}
      value={link?.description ?? ''}
      lengthMax={DESCRIPTION_LENGTH_MAX}
      lines={2}
      optional
    />
  </>
);

export const termFields = (link: PaymentLink | null, t: LinkPageTexts) => (
  <>
    <Field
      name="payments_max"
      {...worded(t, 'paymentsMax')}
      value={link?.paymentsMax?.toString() ?? ''}
      lengthMax={10}
      numeric
      optional
    />
    {[
      { name: 'from', label: t.from, value: writeStart(link?.startsAt ?? null) },
      { name: 'until', label: t.until, value: writeEnd(link?.endsAt ?? null) },
    ].map((day) => (
      <Field {...day} hint={t.dayHint} rule={t.dayRule} lengthMax={20} optional />
    ))}
    <Field
      name="return_url"
      type="url"
      {...worded(t, 'returnUrl')}
      value={link?.returnUrl ?? ''}
      lengthMax={2_048}
      optional
    />
    <Field
      name="metadata"
      {...worded(t, 'metadata')}
      value={writeMetadata(link?.metadata ?? null)}
      lengthMax={16_384}
      lines={2}
      optional
    />
  </>
);
