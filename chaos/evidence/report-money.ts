import { setTimeout as pause } from 'node:timers/promises';
import { satangToBaht } from '../../src/kernel/rules/money';
import {
  expectRejection,
  sendCallback,
  type Payer,
  type OrderRef,
  type CallbackContent,
} from '../callbacks/send-callback';
import { create, type Creation } from '../load/create';
import type { RunContext } from '../load/run-context';
import type { Decision } from '../load/run-log';
import type { Operation } from '../plan/operation';
import { watchEnd } from '../load/watch';
import type { MoneyInEvidence } from './evidence';

const success = { outcome: 'succeeded', transactionId: null, amountSatang: null } as const;
const payers: readonly Payer[] = [
  { accountName: 'Payer One', bankName: 'KBANK', accountNumber: '1112223334' },
  { accountName: 'Payer Two', bankName: 'SCB', accountNumber: '5556667778' },
];
const ABSURD_BAHT = 99_999_999_999.99;

interface Case {
  readonly context: RunContext;
  readonly operation: Operation;
  readonly subject: OrderRef;
  /** Creates an order with the same amount and another mark. */
  readonly creationOf: (mark: string) => Creation;
}

/** Reports the planned evidence. Returns whether the customer pays as well. */
export async function reportMoney(each: Case): Promise<boolean> {
  const { evidence } = each.operation;
  if (evidence === null) return true;
  await cases[evidence](each);
  return evidence === 'refused' || evidence === 'nobody';
}

const cases: Readonly<Record<MoneyInEvidence, (each: Case) => Promise<void>>> = {
  async 'short, then bare'(each) {
    const satang = partOf(each);
    const short = byId(each, satang);
    moved(each, short);
    await report(each, short, success, short, success);
    const isKept = each.operation.number % 2 === 0;
    decide(each, isKept ? 'succeeded' : null, isKept ? satang : 0, [
      {
        kind: 'amount_mismatch',
        isSuspended: true,
        parts: [[isKept ? 'accept' : 'return', satang]],
        rest: isKept ? 'paid_in_full' : null,
      },
      dismissed('conflict'),
    ]);
  },

  async 'bare, then short'(each) {
    const { amountSatang } = each.operation;
    const short = byId(each, partOf(each));
    moved(each, short);
    await report(each, success, short, short);
    decide(each, 'succeeded', partOf(each), [
      {
        kind: 'amount_mismatch',
        isSuspended: false,
        parts: [['charge', amountSatang - partOf(each)]],
        rest: null,
      },
    ]);
  },

  async 'two payers'(each) {
    const { amountSatang, number } = each.operation;
    const contents = payers.map((payer, index): CallbackContent => {
      const paidAt = new Date(Date.now() - index * 60_000).toISOString();
      return { ...success, payer, paidAt };
    });
    for (const _ of contents) moved(each, { transactionId: null, amountSatang });
    await report(each, ...contents, ...contents);
    const isKept = number % 2 === 0;
    decide(each, 'succeeded', isKept ? 2 * amountSatang : amountSatang, [
      {
        kind: 'duplicate_payment',
        isSuspended: true,
        parts: [[isKept ? 'accept' : 'return', amountSatang]],
        rest: null,
      },
    ]);
  },

  async raised(each) {
    const { amountSatang } = each.operation;
    const [low, high] = [byId(each, partOf(each)), byId(each, amountSatang)];
    moved(each, high);
    await report(each, low, high, low, high);
    decide(each, 'succeeded', amountSatang, [
      {
        kind: 'amount_mismatch',
        isSuspended: true,
        parts: [['accept', partOf(each)]],
        rest: 'leave_open',
      },
      {
        kind: 'amount_mismatch',
        isSuspended: false,
        parts: [['credit', amountSatang - partOf(each)]],
        rest: null,
      },
    ]);
  },

  async lowered(each) {
    const { amountSatang } = each.operation;
    const [high, low] = [byId(each, amountSatang), byId(each, amountSatang - 1_000)];
    moved(each, low);
    await report(each, high, low, low);
    decide(each, 'succeeded', amountSatang - 1_000, [
      { kind: 'amount_mismatch', isSuspended: false, parts: [['charge', 1_000]], rest: null },
    ]);
  },

  async 'one id for two'(each) {
    const { context, operation, subject, creationOf } = each;
    const mark = `${operation.mark}-other`;
    const content = byId(each, operation.amountSatang);
    moved(each, content);
    await report(each, content);
    decide(each, 'succeeded', operation.amountSatang, []);
    if ((await watchEnd(context, operation, subject)) === null) return;
    const other = await create(
      context,
      { ...operation, mark, repeat: 'nothing' },
      creationOf(mark),
      'keyed',
    );
    if (other === null) return;
    const second = { ...each, subject: { ...subject, orderId: other.orderId } };
    await report(second, content, content);
    decide(second, null, 0, [dismissed('duplicate_transaction')]);
  },

  async refused({ context, operation, subject }) {
    const { amountSatang, mark } = operation;
    const amount = satangToBaht(amountSatang);
    const bodies = [
      { transactionId: '', amount },
      { transactionId: `${mark}-usd`, amount, currency: 'USD' },
      { transactionId: `${mark}-absurd`, amount: ABSURD_BAHT },
    ];
    for (const body of bodies) {
      await expectRejection(context, subject, {
        key: context.providerKey,
        body: { status: 'success', ...body },
        answers: [400],
      });
    }
  },

  async nobody(each) {
    const { context, operation, subject } = each;
    const orderId = `${operation.mark}-nobody`;
    const amounts = [1_100, 222_200];
    const contents = amounts.map((satang, index) => ({
      ...byId(each, satang),
      transactionId: `${operation.mark}-nobody-${index}`,
    }));
    for (const content of [...contents, ...contents]) {
      const { transactionId, amountSatang } = content;
      const body = { status: 'success', transactionId, amount: satangToBaht(amountSatang) };
      const answers = [404];
      const unknown = { ...subject, orderId };
      await expectRejection(context, unknown, { key: context.providerKey, body, answers });
    }
    const unknown = { ...each, subject: { ...subject, orderId } };
    for (const content of contents) moved(unknown, content);
    decide(
      unknown,
      null,
      1_100,
      amounts.map((satang) => ({
        kind: 'unknown_order',
        isSuspended: true,
        parts: [[satang === 1_100 ? 'assign' : 'return', satang]],
        rest: null,
      })),
    );
  },
};

/** 60 % of the order, in whole baht. */
const partOf = ({ operation }: Case): number => Math.floor(operation.amountSatang * 0.006) * 100;

const byId = ({ operation }: Case, amountSatang: number) =>
  ({ outcome: 'succeeded', transactionId: `${operation.mark}-in`, amountSatang }) as const;

function moved(
  { context, operation, subject }: Case,
  { transactionId, amountSatang }: { transactionId: string | null; amountSatang: number },
): void {
  const { merchantId } = context.merchants[operation.merchant];
  const { orderId } = subject;
  const movement = { direction: 'in', transactionId, amountSatang, orderId, merchantId } as const;
  context.log.moved.push(movement);
}

/** In sequence, as the provider sends them. */
async function report(
  { context, subject }: Case,
  ...contents: readonly CallbackContent[]
): Promise<void> {
  for (const content of contents) {
    await sendCallback(context, subject, content);
    // Callbacks within one millisecond have no defined order.
    await pause(2);
  }
}

const dismissed = (kind: string): Decision['ways'][number] => {
  return { kind, isSuspended: false, parts: [['dismiss', 0]], rest: null };
};

function decide(
  { context, operation, subject }: Case,
  status: string | null,
  creditedSatang: number,
  ways: Decision['ways'],
): void {
  const { merchantId } = context.merchants[operation.merchant];
  context.log.decisions.set(subject.orderId, { merchantId, status, creditedSatang, ways });
}
