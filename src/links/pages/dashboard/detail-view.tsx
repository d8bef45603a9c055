import { formatMoney } from '../../../kernel/rules/money';
import { mayActAs } from '../../../kernel/rules/realm';
import type { OrderSums } from '../../../orders/list-orders';
import { orderPath, statusBadge } from '../../../orders/pages/parts';
import type { Payment } from '../../../orders/payment/find-payment';
import { displayStatusOf } from '../../../orders/rules/display-status';
import type { Refusal, Screen, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { Card } from '../../../pages/kit/card';
import { Confirm, Digest, Form, Submit } from '../../../pages/kit/form';
import { icons } from '../../../pages/kit/icons';
import { CopyButton, Empty, Facts, Noted, Pager, Time } from '../../../pages/kit/parts';
import { Table } from '../../../pages/kit/table';
import { termsDigest } from '../../change-link';
import { linkStateAt, type PaymentLink } from '../../find-link';
import { MonthlyMails, type ShownMonthlyMails } from './monthly-view';
import { amountText, LINKS, paidText, StateBadge, termFields, textFields } from './list-view';
import { linkPageTexts, type LinkPageTexts } from './texts';

/** The sums read that many payments at most. */
export const SUMMED_MAX = 20_000;

export interface ShownLink {
  readonly link: PaymentLink;
  readonly url: string;
  readonly payments: readonly Payment[];
  /** Null for more than `SUMMED_MAX` payments. */
  readonly sums: OrderSums | null;
  /** Null for the link of a month. */
  readonly monthly: ShownMonthlyMails | null;
  readonly isFirst: boolean;
  /** Of the next page; null on the last. */
  readonly cursor: string | null;
}

/** `refusal`: of a change; `monthlyRefusal`: of a new monthly mail. */
export function linkScreen(
  context: SignedInContext,
  shown: ShownLink,
  { refusal = null, monthlyRefusal = null }: Refusals,
): Screen {
  const t = linkPageTexts[context.language];
  const { link } = shown;
  const main = (
    <>
      <LinkFacts context={context} shown={shown} t={t} />
      <Payments context={context} shown={shown} t={t} />
      {shown.monthly !== null && (
        <MonthlyMails
          context={context}
          link={link}
          shown={shown.monthly}
          refusal={monthlyRefusal}
        />
      )}
      <SignFiles path={`${LINKS}/${link.id}`} context={context} t={t} />
      {link.stoppedAt === null && mayActAs(context.session, 'developer') && (
        <>
          <EditForm link={link} refusal={refusal} t={t} />
          <Confirm action={`${LINKS}/${link.id}/stop`} label={t.stop} question={t.stopQuestion} />
        </>
      )}
    </>
  );
  return {
    title: link.title,
    section: 'links',
    back: { path: LINKS, title: context.t.sections.links },
    main,
  };
}

interface Refusals {
  readonly refusal?: Refusal | null;
  readonly monthlyRefusal?: Refusal | null;
}

interface PartProps {
  readonly context: SignedInContext;
  readonly shown: ShownLink;
  readonly t: LinkPageTexts;
}

function LinkFacts({ context, shown: { link, url, sums }, t }: PartProps) {
  const { startsAt, endsAt, description, returnUrl } = link;
  const money = (satang: number) => <span class="money">{formatMoney(satang)}</span>;
  const isLimited = startsAt !== null || endsAt !== null;
  const address = (
    <span class="copied">
      <a href={url} id="link-url">
        {url}
      </a>
      <CopyButton of="link-url" about={t.address} />
    </span>
  );
  return (
    <Card label={link.title}>
      <Facts
        rows={[
          [t.status, <StateBadge state={linkStateAt(link, new Date(context.nowMs))} t={t} />],
          [t.address, address],
          description === null ? null : [t.description, description],
          [t.amount, amountText(link, t)],
          [t.payments, paidText(link, t)],
          sums === null
            ? [t.received, t.tooMany(SUMMED_MAX.toLocaleString('en'))]
            : [t.received, money(sums.creditedSatang)],
          sums === null || sums.refundedSatang === 0
            ? null
            : [t.refunded, money(sums.refundedSatang)],
          isLimited
            ? [
                t.period,
                <>
                  {startsAt !== null && <Time at={startsAt} />} –{' '}
                  {endsAt !== null && <Time at={endsAt} />}
                </>,
              ]
            : null,
          returnUrl === null ? null : [t.returnUrl, <span class="code">{returnUrl}</span>],
          [t.created, <Time at={link.createdAt} />],
        ]}
      />
    </Card>
  );
}

interface EditProps {
  readonly link: PaymentLink;
  readonly refusal: Refusal | null;
  readonly t: LinkPageTexts;
}
const EditForm = ({ link, refusal, t }: EditProps) => (
  <Card id="edit" title={t.edit} hint={t.editHint} narrow>
    <Form action={`${LINKS}/${link.id}`} refusal={refusal}>
      <Digest refusal={refusal} digest={termsDigest(link)} />
      {textFields(link, t)}
      {termFields(link, t)}
      <Submit label={t.save} />
    </Form>
  </Card>
);

interface SignProps extends Omit<PartProps, 'shown'> {
  readonly path: string;
}
const SignFiles = ({ path, context: { language }, t }: SignProps) => (
  <Card id="sign" title={t.sign} hint={t.signHint} narrow>
    <p class="badges">
      {(['a6', 'a4'] as const).map((size) => (
        <a class="button" href={`${path}/sign.pdf?size=${size}&lang=${language}`} download>
          {icons.down}
          <span>{size.toUpperCase()} (PDF)</span>
        </a>
      ))}
      <a class="button" href={`${path}/sign.png?lang=${language}`} download>
        {icons.down}
        <span>{t.picture}</span>
      </a>
    </p>
  </Card>
);

function Payments({ context, shown, t }: PartProps) {
  const { language } = context;
  const { link, payments, isFirst, cursor } = shown;
  const path = `${LINKS}/${link.id}`;
  const row = (payment: Payment) => [
    <Noted code={payment.id}>
      <a href={orderPath('payment', payment.id)}>
        <Time at={payment.createdAt} />
      </a>
    </Noted>,
    statusBadge(language, 'payment', displayStatusOf(payment)),
    formatMoney(payment.amountSatang),
  ];
  return (
    <Card id="payments" title={t.payments} hint={t.paymentsHintOf} flush>
      {payments.length === 0 ? (
        <Empty title={t.noPayments} hint={t.noPaymentsHint} />
      ) : (
        <Table
          columns={[t.payment, t.status, { money: t.amount }]}
          rows={payments.map(row)}
          roomy
        />
      )}
      <Pager
        newest={isFirst ? null : path}
        older={cursor === null ? null : `${path}?cursor=${cursor}`}
      />
    </Card>
  );
}
