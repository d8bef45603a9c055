import {
  eventNames,
  paymentEventBody,
  refundEventBody,
  withdrawalEventBody,
} from '../../../src/domain/events';
import type { EventName } from '../../../src/domain/events';
import { paymentMachine } from '../../../src/domain/orders/payment';
import { refundMachine } from '../../../src/domain/orders/refund';
import { withdrawalMachine } from '../../../src/domain/orders/withdrawal';
import { eventTexts } from '../../../src/contract/events';
import { testDeposit, testMerchant, testPayment, testWithdrawal } from '../../support/gateway';
import { startApi } from '../api';

/** A body that was sent is all that its event is described to have, and no more. */
function expectDescribed(body: string): void {
  const sent = JSON.parse(body) as { event: string };
  const text = eventTexts.find(({ name }) => name === sent.event);
  expect(text?.schema.parse(sent)).toEqual(sent);
}

const head = (name: EventName) => ({ id: 'evt_1', name, sequence: 1, at: new Date() });
const failures = [null, { code: 'declined', message: 'The bank declined.' }];
const isOf = (noun: string) => (name: EventName) => name.startsWith(`${noun}.`);

describe('an event is described as it is sent', () => {
  it('when it stands in the database', async () => {
    const { deps } = await startApi();
    const { merchant } = await testMerchant(deps.db, { openingSatang: 10_000_000 });
    await testPayment(deps, merchant, { metadata: { a: 1 }, reference: 'r-1' });
    await testDeposit(deps, merchant);
    await testWithdrawal(deps, merchant);
    const bodies: string[] = await deps.db('events').pluck('body');
    expect(bodies).toHaveLength(3);
    bodies.forEach(expectDescribed);
  });

  it.each(eventNames.filter(isOf('payment')))('%s, whatever is in it', (name) => {
    for (const status of paymentMachine.states) {
      for (const failure of failures) {
        for (const [kind, completedAt] of [
          ['payment', null],
          ['deposit', new Date()],
        ] as const) {
          const rest = { amountSatang: 1999, reference: null, metadata: null, late: false };
          expectDescribed(
            paymentEventBody(head(name), {
              id: 'pay_1',
              kind,
              status,
              completedAt,
              failure,
              ...rest,
            }),
          );
        }
      }
    }
  });

  it.each(eventNames.filter(isOf('withdrawal')))('%s, whatever is in it', (name) => {
    for (const status of withdrawalMachine.states) {
      for (const failure of failures) {
        const rest = { amountSatang: 1999, username: 'u', bankName: 'KBANK', accountMask: 'x6789' };
        expectDescribed(withdrawalEventBody(head(name), { id: 'w', status, failure, ...rest }));
      }
    }
  });

  it.each(eventNames.filter(isOf('refund')))('%s, whatever is in it', (name) => {
    const at = new Date();
    for (const status of refundMachine.states) {
      for (const destination of [null, { bankName: 'KBANK', accountMask: 'x6789' }]) {
        const ids = { id: 're_1', paymentId: 'pay_1' };
        const sums = { amountSatang: 1900, reversedSatang: 0 };
        const rest = { ...sums, reason: null, metadata: { a: 1 }, failure: null };
        const snapshot = { ...ids, ...rest, status, destination, createdAt: at, completedAt: at };
        expectDescribed(refundEventBody(head(name), snapshot));
      }
    }
  });

  it('for every name that a webhook can subscribe to, and the ping', () => {
    expect(eventTexts.map(({ name }) => name)).toEqual([...eventNames, 'webhook.ping']);
  });
});
