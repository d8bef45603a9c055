import { formatMoney } from '../../../kernel/rules/money';
import { orderPath } from '../../../orders/pages/parts';
import type { Payment } from '../../../orders/payment/find-payment';
import type { Refusal, Screen, SignedInContext } from '../../../pages/dashboard/frame/screen';
import { Card } from '../../../pages/kit/card';
import { Field, Form, Submit } from '../../../pages/kit/form';
import { icons } from '../../../pages/kit/icons';
import { LinkButton } from '../../../pages/kit/parts';
import { counterTexts, type CounterTexts } from './texts';

export const COUNTER = '/dashboard/counter';

/** `key`: of a form that was not submitted yet. */
export function counterScreen(
  context: SignedInContext,
  key: string,
  refusal: Refusal | null,
): Screen {
  const t = counterTexts[context.language];
  const main = (
    <Card id="new" title={t.newPayment} hint={t.hint} narrow>
      <Form action={COUNTER} refusal={refusal}>
        <input type="hidden" name="key" value={key} />
        <Field
          name="amount"
          label={t.amount}
          rule={t.amountRule}
          lengthMax={12}
          numeric
          autofocus
        />
        <Pad of="amount" t={t} />
        <Field
          name="reference"
          label={t.reference}
          hint={t.referenceHint}
          lengthMax={35}
          optional
        />
        <Submit label={t.show} />
      </Form>
    </Card>
  );
  return { title: context.t.sections.counter, section: 'counter', main };
}

/** Three in a row, as on a telephone. Empty: removes the last digit. */
const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0', '.', ''] as const;

/** Shown by the script, so that an amount can be entered by touch. The field works without it. */
const Pad = ({ of, t }: { readonly of: string; readonly t: CounterTexts }) => (
  <div class="pad" role="group" aria-label={t.pad} data-pad={of} hidden>
    {keys.map((key) => (
      <button
        type="button"
        class="button"
        data-key={key}
        aria-label={key === '' ? t.backspace : undefined}
        aria-controls={of}>
        {key === '' ? icons.erase : key}
      </button>
    ))}
  </div>
);

/** Shown to the customer. The script refreshes it and plays a sound once it is paid. */
export function counterPaymentScreen(context: SignedInContext, payment: Payment): Screen {
  const t = counterTexts[context.language];
  const amount = formatMoney(payment.amountSatang);
  const main = (
    <section class="card counter" id="counter" aria-label={amount} data-live>
      <p class="counter-shop">{context.session.merchant.name}</p>
      <p class="counter-amount">{amount}</p>
      {payment.reference !== null && <p class="soft">{payment.reference}</p>}
      {renderState(context, payment, amount, t)}
      <p class="badges">
        <LinkButton tone="strong" href={COUNTER} label={t.next} />
        <LinkButton href={orderPath('payment', payment.id)} label={t.details} />
        <button
          type="button"
          class="button"
          data-fullscreen="counter"
          data-enter={t.fullScreen}
          data-exit={t.exitFullScreen}
          hidden>
          {t.fullScreen}
        </button>
      </p>
    </section>
  );
  return { title: amount, section: 'counter', main, live: true };
}

function renderState(
  { nowMs }: SignedInContext,
  { status, expiresAt, qrCodeId }: Payment,
  amount: string,
  t: CounterTexts,
) {
  if (status === 'succeeded') {
    return (
      <p class="counter-paid" data-chime>
        {t.paid(amount)}
      </p>
    );
  }
  const isOpen = status === 'pending' && expiresAt !== null && expiresAt.getTime() > nowMs;
  if (!isOpen || qrCodeId === null) return <p class="counter-ended">{t.ended}</p>;
  return (
    <>
      <img
        class="counter-qr"
        src={`/Thai/qr-codes/${qrCodeId}/image?size=1000`}
        alt={t.qrAlt(amount)}
        width={480}
        height={480}
        data-urgent
      />
      <p>{t.waiting}</p>
    </>
  );
}
