import {
  approvalEventBody,
  paymentEventBody,
  refundEventBody,
  withdrawalEventBody,
} from '../../../src/kernel/events/rules/event-bodies';
import { eventNames, type EventName } from '../../../src/kernel/events/rules/events';
import { approvalStatuses, merchantActs } from '../../../src/kernel/approvals/rules/approval';
import { paymentMachine } from '../../../src/orders/rules/kinds/payment';
import { refundMachine } from '../../../src/orders/rules/kinds/refund';
import { withdrawalMachine } from '../../../src/orders/rules/kinds/withdrawal';
import { eventTexts } from '../../../src/contract/events';
import { testDeposit, testMerchant, testPayment, testWithdrawal } from '../../support/gateway';
import { startApi } from '../api';

/** Expects a body to have exactly the fields of its event's schema. */
function expectDescribed(body: string): void {
  const sent = JSON.parse(body) as { event: string };
  const text = eventTexts.find(({ name }) => name === sent.event);
  expect(text?.schema.parse(sent)).toEqual(sent);
}

const head = (name: EventName) => ({ id: 'evt_1', name, sequence: 1, at: new Date() });
const failures = [null, { code: 'declined', message: 'The bank declined.' }];
const isOf = (noun: string) => (name: EventName) => name.startsWith(`${noun}.`);

describe('the schema of an event', () => {
  it('matches the event in the database', async () => {
    const { deps } = await startApi();
    const { merchant } = await testMerchant(deps.db, { openingSatang: 10_000_000 });
    await testPayment(deps, merchant, { metadata: { a: 1 }, reference: 'r-1' });
    await testDeposit(deps, merchant);
    await testWithdrawal(deps, merchant);
    const bodies: string[] = await deps.db('events').pluck('body');
    expect(bodies).toHaveLength(3);
    bodies.forEach(expectDescribed);
  });

  it.each(eventNames.filter(isOf('payment')))(
    'matches %s with every combination of fields',
    (name) => {
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
                checkoutUrl: null,
                ...rest,
              }),
            );
          }
        }
      }
    },
  );

  it.each(eventNames.filter(isOf('withdrawal')))(
    'matches %s with every combination of fields',
    (name) => {
      for (const status of withdrawalMachine.states) {
        for (const failure of failures) {
          const rest = {
            amountSatang: 1999,
            username: 'u',
            bankName: 'KBANK',
            accountMask: 'x6789',
            fee: null,
          };
          expectDescribed(withdrawalEventBody(head(name), { id: 'w', status, failure, ...rest }));
        }
      }
    },
  );

  it.each(eventNames.filter(isOf('refund')))(
    'matches %s with every combination of fields',
    (name) => {
      const at = new Date();
      for (const status of refundMachine.states) {
        for (const [refundMethod, paidBy, destination] of [
          ['native', 'qr', null],
          ['native', 'token', null],
          ['push', 'qr', { bankName: 'KBANK', accountMask: 'x6789' }],
          ['manual', 'token', { bankName: 'KBANK', accountMask: 'x6789' }],
        ] as const) {
          const how = { refundMethod, paidBy, destination };
          const ids = { id: 're_1', paymentId: 'pay_1' };
          const sums = { amountSatang: 1900, reversedSatang: 0 };
          const rest = { ...sums, fee: null, reason: null, metadata: { a: 1 }, failure: null };
          const times = { createdAt: at, completedAt: at };
          const snapshot = { ...ids, ...rest, ...how, approval: null, status, ...times };
          expectDescribed(refundEventBody(head(name), snapshot));
        }
      }
    },
  );

  it.each(eventNames.filter(isOf('approval')))('matches %s with every act and status', (name) => {
    const at = new Date();
    const ids = { id: 'apr_1', realm: 'merchant', merchantId: 'm_1', subject: 're_1' } as const;
    const people = {
      proposer: { kind: 'key', id: 'key_1' },
      needs: 1,
      firstBy: null,
      personId: null,
    } as const;
    const decision = { problem: null, decidedBy: null, createdAt: at, expiresAt: at };
    for (const act of merchantActs) {
      for (const status of approvalStatuses) {
        const detail = act === 'refund' ? { amountSatang: 1999 } : {};
        const decidedAt = status === 'pending' ? null : at;
        const approval = { ...ids, ...people, ...decision, act, status, detail, decidedAt };
        expectDescribed(approvalEventBody(head(name), approval));
      }
    }
  });

  it('exists for every event name and the ping', () => {
    expect(eventTexts.map(({ name }) => name)).toEqual([...eventNames, 'webhook.ping']);
  });
});
