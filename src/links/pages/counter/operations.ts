import { z } from 'zod';
import { id, says, text } from '../../../contract/fields';
import { readQrAmount } from '../../../kernel/rules/money';
import { findPayment } from '../../../orders/payment/find-payment';
import { formAction, page } from '../../../pages/dashboard/frame/page';
import { orNull, readBy } from '../../../pages/kit/fields';
import { seeOther } from '../../../pages/kit/reply';
import { newId } from '../../../platform/new-id';
import { openCounterPayment } from '../../counter-payment';
import { COUNTER, counterPaymentScreen, counterScreen } from './view';

const newPayment = z.object({
  amount: readBy(readQrAmount, says('missing_parameter')),
  reference: orNull(text(35)),
  key: id('key_', 'invalid_request'),
});
const newKey = () => newId('key_');

export const counterOperations = [
  page({
    name: 'showCounter',
    summary: 'The form of a payment at the counter',
    path: COUNTER,
    role: 'developer',
    render: (_deps, context) => counterScreen(context, newKey(), null),
  }),

  formAction({
    name: 'openCounterPayment',
    summary: 'Create a QR payment at the counter',
    path: COUNTER,
    role: 'developer',
    creates: true,
    fields: newPayment,
    errors: ['idempotency_key_reused', 'qr_code_refused', 'provider_unavailable'],
    async handle(deps, { audit, session }, { fields }) {
      const { amount: amountSatang, reference, key } = fields;
      const asked = { amountSatang, reference, key };
      const paymentId = await openCounterPayment(deps, audit, session.merchant, asked);
      return seeOther(`${COUNTER}/${paymentId}`);
    },
    onError: (_deps, context, refusal) => counterScreen(context, newKey(), refusal),
  }),

  page({
    name: 'showCounterPayment',
    summary: 'The QR code of a payment, for the customer at the counter',
    path: `${COUNTER}/:id`,
    params: z.object({ id: id('pay_', 'payment_not_found') }),
    errors: ['payment_not_found'],
    render: async (deps, context, { params }) =>
      counterPaymentScreen(context, await findPayment(deps, context.session.merchant, params.id)),
  }),
];
