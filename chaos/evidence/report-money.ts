import { setTimeout as pause } from 'node:timers/promises';
import { satangToBaht } from '../../src/domain/money';
import { expectRefusal, tell } from '../callbacks/tell';
import type { Payer, Subject, Word } from '../callbacks/tell';
import { create } from '../load/create';
import type { Creation } from '../load/create';
import type { Field } from '../load/field';
import type { Decision } from '../load/notes';
import type { Operation } from '../plan/operation';
import { watchEnd } from '../load/watch';
import type { MoneyInEvidence } from './evidence';

const success = { heard: 'succeeded', transactionId: null, amountSatang: null } as const;
const payers: readonly Payer[] = [
  { accountName: 'Payer One', bankName: 'KBANK', accountNumber: '1112223334' },
  { accountName: 'Payer Two', bankName: 'SCB', accountNumber: '5556667778' },
];
const ABSURD_BAHT = 99_999_999_999.99;

interface Case {
  readonly field: Field;
  readonly operation: Operation;
  readonly subject: Subject;
  /** How an order of the same amount is created under a mark. */
  readonly creationOf: (mark: string) => Creation;
}

/** Reports money as the operation plans it. Returns whether a customer pays as well. */
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
    await say(each, short, success, short, success);
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
    await say(each, success, short, short);
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
    const words = payers.map((payer, index): Word => {
      const paidAt = new Date(Date.now() - index * 60_000).toISOString();
      return { ...success, payer, paidAt };
    });
    for (const _ of words) moved(each, { transactionId: null, amountSatang });
    await say(each, ...words, ...words);
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
    await say(each, low, high, low, high);
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
    await say(each, high, low, low);
    decide(each, 'succeeded', amountSatang - 1_000, [
      { kind: 'amount_mismatch', isSuspended: false, parts: [['charge', 1_000]], rest: null },
    ]);
  },

  async 'one id for two'(each) {
    const { field, operation, subject, creationOf } = each;
    const mark = `${operation.mark}-other`;
    const word = byId(each, operation.amountSatang);
    moved(each, word);
    await say(each, word);
    decide(each, 'succeeded', operation.amountSatang, []);
    if ((await watchEnd(field, operation, subject)) === null) return;
    const other = await create(
      field,
      { ...operation, mark, askedLater: 'nothing' },
      creationOf(mark),
      'keyed',
    );
    if (other === null) return;
    const second = { ...each, subject: { ...subject, orderId: other.orderId } };
    await say(second, word, word);
    decide(second, null, 0, [dismissed('duplicate_transaction')]);
  },

  async refused({ field, operation, subject }) {
    const { amountSatang, mark } = operation;
    const amount = satangToBaht(amountSatang);
    const bodies = [
      { transactionId: '', amount },
      { transactionId: `${mark}-usd`, amount, currency: 'USD' },
      { transactionId: `${mark}-absurd`, amount: ABSURD_BAHT },
    ];
    for (const body of bodies) {
      await expectRefusal(field, subject, {
        key: field.providerKey,
        body: { status: 'success', ...body },
        answers: [400],
      });
    }
  },

  async nobody(each) {
    const { field, operation, subject } = each;
    const orderId = `${operation.mark}-nobody`;
    const amounts = [1_100, 222_200];
    const words = amounts.map((satang, index) => ({
      ...byId(each, satang),
      transactionId: `${operation.mark}-nobody-${index}`,
    }));
    for (const word of [...words, ...words]) {
      const { transactionId, amountSatang } = word;
      const body = { status: 'success', transactionId, amount: satangToBaht(amountSatang) };
      const answers = [404];
      const unknown = { ...subject, orderId };
      await expectRefusal(field, unknown, { key: field.providerKey, body, answers });
    }
    const unknown = { ...each, subject: { ...subject, orderId } };
    for (const word of words) moved(unknown, word);
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
  ({ heard: 'succeeded', transactionId: `${operation.mark}-in`, amountSatang }) as const;

function moved(
  { field, operation, subject }: Case,
  { transactionId, amountSatang }: { transactionId: string | null; amountSatang: number },
): void {
  const { merchantId } = field.shops[operation.shop];
  const { orderId } = subject;
  const movement = { direction: 'in', transactionId, amountSatang, orderId, merchantId } as const;
  field.notes.moved.push(movement);
}

/** One after the other: the provider's callbacks come in the order in which it sends them. */
async function say({ field, subject }: Case, ...words: readonly Word[]): Promise<void> {
  for (const word of words) {
    await tell(field, subject, word);
    // Two that come within one millisecond have no order.
    await pause(2);
  }
}

const dismissed = (kind: string): Decision['ways'][number] => {
  return { kind, isSuspended: false, parts: [['dismiss', 0]], rest: null };
};

function decide(
  { field, operation, subject }: Case,
  status: string | null,
  creditedSatang: number,
  ways: Decision['ways'],
): void {
  const { merchantId } = field.shops[operation.shop];
  field.notes.decisions.set(subject.orderId, { merchantId, status, creditedSatang, ways });
}
