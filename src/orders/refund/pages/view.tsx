import type { FoundPayment } from '../../payment/find-payment';
import { leftOf, type RefundPreview } from '../refund-terms';
import { formatBaht, formatMoney } from '../../../kernel/rules/money';
import { mayActAs } from '../../../kernel/rules/realm';
import type { ProblemCode } from '../../../kernel/rules/problem';
import { Card } from '../../../pages/kit/card';
import { Field, type FieldProps, Form, FormFault, Submit } from '../../../pages/kit/form';
import { Facts, LinkButton } from '../../../pages/kit/parts';
import type { Refusal, Screen, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { accountText, orderPath } from '../../pages/parts';
import { refundFormTexts, type RefundFormTexts } from './texts';

export interface RefundForm {
  readonly payment: FoundPayment;
  /** The refundable amount and its destination, or why no refund is possible. */
  readonly preview: RefundPreview | ProblemCode;
}

const fieldNames = ['amount', 'reason', 'reference', 'bank_name', 'account_number', 'account_name'];

/** Asks for the destination only if the payer is unknown. */
export function refundFormScreen(
  context: SignedInContext,
  form: RefundForm,
  refusal: Refusal | null = null,
): Screen {
  const t = refundFormTexts[context.language];
  const { payment, preview } = form;
  const path = orderPath('payment', payment.id);
  const isUnknown = preview === 'missing_destination';
  const isOwnMoney = payment.refundMethod === null;
  const obstacle = typeof preview === 'string' && !isUnknown ? preview : null;
  const main = (
    <Card label={t.title} narrow>
      {isOwnMoney && <p class="notice warn">{t.ownMoney}</p>}
      {!(isOwnMoney && refusal === null) && (
        <FormFault refusal={refusal ?? (obstacle && refusedBy(obstacle))} fields={fieldNames} />
      )}
      <Facts
        rows={[
          [
            t.payment,
            <a class="code" href={path}>
              {payment.id}
            </a>,
          ],
          [t.left, <span class="money">{formatMoney(leftOf(payment))}</span>],
          typeof preview === 'string'
            ? null
            : [t.goesTo, destinationText(context, payment, preview, t)],
          obstacle === null && payment.refundMethod !== null
            ? [t.method, t.methods[payment.refundMethod]]
            : null,
        ]}
      />
      {obstacle === null && renderForm(form, isUnknown, refusal, t)}
      {isOwnMoney && leftOf(payment) > 0 && mayActAs(context.session, 'owner') && (
        <RecordForm payment={payment} refusal={refusal} t={t} />
      )}
    </Card>
  );
  return { ...screenFacts(payment, t), title: t.title, main };
}

const refusedBy = (code: ProblemCode): Refusal => ({
  code,
  param: null,
  waitSeconds: null,
  values: {},
});

const screenFacts = (
  { id }: FoundPayment,
  t: RefundFormTexts,
): Pick<Screen, 'section' | 'back'> => ({
  section: 'payments',
  back: { path: orderPath('payment', id), title: t.payment },
});

function destinationText(
  context: SignedInContext,
  { method }: FoundPayment,
  { destination }: RefundPreview,
  t: RefundFormTexts,
): string {
  if (destination !== null) return accountText(context.language, destination);
  return method === 'token' ? t.toToken : t.toPayer;
}

function renderForm(
  { payment }: RefundForm,
  requiresDestination: boolean,
  refusal: Refusal | null,
  t: RefundFormTexts,
) {
  const leftSatang = leftOf(payment);
  const ask = (asked: FieldProps) => <Field refusal={refusal} {...asked} />;
  return (
    <>
      <p class="soft">{t.hint}</p>
      <Form action={`${orderPath('payment', payment.id)}/refund/review`}>
        {ask({
          name: 'amount',
          label: t.amount,
          hint: t.amountHint(formatMoney(leftSatang)),
          value: formatBaht(leftSatang).replace('.00', ''),
          lengthMax: 20,
          numeric: true,
          autofocus: true,
        })}
        {ask({ name: 'reason', label: t.reason, optional: true, lengthMax: 255 })}
        {requiresDestination ? (
          <fieldset class="fields">
            <legend>{t.destination}</legend>
            <p class="hint">{t.destinationHint}</p>
            {ask({ name: 'bank_name', label: t.bank, hint: t.bankHint, lengthMax: 100 })}
            {ask({
              name: 'account_number',
              label: t.accountNumber,
              lengthMax: 30,
              numeric: true,
            })}
            {ask({ name: 'account_name', label: t.accountName, lengthMax: 100 })}
          </fieldset>
        ) : null}
        <Submit label={t.next} />
      </Form>
    </>
  );
}

interface RecordProps {
  readonly payment: FoundPayment;
  readonly refusal: Refusal | null;
  readonly t: RefundFormTexts;
}
const RecordForm = ({ payment, refusal, t }: RecordProps) => (
  <Form action={`${orderPath('payment', payment.id)}/refund/record`} refusal={refusal}>
    <p class="soft">{t.recordHint}</p>
    <Field
      name="amount"
      label={t.amount}
      hint={t.amountHint(formatMoney(leftOf(payment)))}
      lengthMax={20}
      numeric
    />
    <Field
      name="reference"
      label={t.reference}
      hint={t.referenceHint}
      rule={t.referenceRule}
      lengthMax={64}
    />
    <Field name="reason" label={t.reason} optional lengthMax={255} />
    <Submit label={t.record} />
  </Form>
);

export function refundReviewScreen(
  context: SignedInContext,
  { payment, preview }: { readonly payment: FoundPayment; readonly preview: RefundPreview },
  { reason, sealed }: { readonly reason: string | null; readonly sealed: string },
): Screen {
  const t = refundFormTexts[context.language];
  const amount = formatMoney(preview.amountSatang);
  const path = `${orderPath('payment', payment.id)}/refund`;
  const main = (
    <Card label={t.sure(amount)} narrow>
      <p>{t.sureHint}</p>
      <Facts
        rows={[
          [t.goesTo, destinationText(context, payment, preview, t)],
          [t.method, t.methods[preview.method]],
          reason === null ? null : [t.reason, reason],
          [t.payment, <code>{payment.id}</code>],
          [
            t.leftAfter,
            <span class="money">{formatMoney(preview.leftSatang - preview.amountSatang)}</span>,
          ],
        ]}
      />
      <Form action={path} class="row">
        <input type="hidden" name="draft" value={sealed} />
        <button class="button strong">{t.press(amount)}</button>
        <LinkButton href={path} label={t.back} />
      </Form>
    </Card>
  );
  return { ...screenFacts(payment, t), title: t.sure(amount), main };
}
