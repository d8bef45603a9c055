import { setTimeout as pause } from 'node:timers/promises';
import type { Field } from '../load/field';
import type { Disturbance, Operation } from '../plan/operation';
import { shopNames } from '../plan/operation';
import { expectRefusal, tell } from './tell';
import type { Subject, Word } from './tell';

const BURST = 5;
const STALE_AFTER_MS = 8_000;

/** Before anybody has paid: what must do nothing, whenever it comes. */
export async function disturbAtOnce(
  field: Field,
  operation: Operation,
  subject: Subject,
): Promise<void> {
  const success = { status: 'success', amount: 1 };
  const refused: Partial<Record<Disturbance, () => Promise<void>>> = {
    forged: () =>
      expectRefusal(field, subject, {
        key: operation.number % 2 === 0 ? 'a-key-that-nobody-was-given' : null,
        body: success,
        // Too many of them from one address are not even looked at.
        answers: [401, 429],
      }),
    stranger: () =>
      expectRefusal(field, subject, {
        key: otherShop(field, operation).apiKey,
        body: success,
        answers: [404],
      }),
    unknown: () => {
      const orderId = `${operation.mark}-unknown`;
      // The provider's word counts: it has money for an order that nobody knows.
      if (bringsMoney(subject)) field.notes.moved.push({ ...oneBaht, orderId, merchantId: null });
      return expectRefusal(
        field,
        { ...subject, orderId },
        { key: field.providerKey, body: success, answers: [404] },
      );
    },
    malformed: () =>
      expectRefusal(field, subject, {
        key: field.providerKey,
        body: { status: 'perhaps' },
        answers: [400],
      }),
  };
  await each(field, operation, refused);
}

/** As soon as the bank has decided: each comes before the bank's own callback, with it or after. */
export async function disturbMeanwhile(
  field: Field,
  operation: Operation,
  subject: Subject,
  words: readonly Word[],
): Promise<void> {
  const all = (times: number) =>
    Promise.all(
      words.flatMap((word) => Array.from({ length: times }, () => tell(field, subject, word))),
    );
  await each(field, operation, {
    repeat: () => all(1),
    burst: () => all(BURST),
    bare: () => tell(field, subject, { heard: 'succeeded', ...unsaid }),
    // Money that came is credited whatever was said before; a payout has to have ended first.
    ...(broughtMoney(subject, words)
      ? { contradiction: () => contradict(field, subject, words) }
      : {}),
  });
}

/** When the order has been seen to have ended. */
export async function disturbAfterwards(
  field: Field,
  operation: Operation,
  subject: Subject,
  words: readonly Word[],
): Promise<void> {
  const [word] = words;
  if (word === undefined) return;
  const amountSatang = (word.amountSatang ?? 0) + 700;
  const altered: Word = { ...word, heard: 'succeeded', amountSatang };
  const brings = bringsMoney(subject);
  await each(field, operation, {
    // Of money that never came it would tell as of money that did.
    ...(brings && !broughtMoney(subject, words)
      ? {}
      : { altered: () => tell(field, subject, altered) }),
    stale: async () => {
      await pause(STALE_AFTER_MS);
      await tell(field, subject, word);
    },
    ...(brings ? {} : { contradiction: () => contradict(field, subject, words) }),
  });
}

const oneBaht = { direction: 'in', transactionId: null, amountSatang: 100 } as const;
const unsaid = { transactionId: null, amountSatang: null };

const bringsMoney = ({ kind }: Subject): boolean => kind === 'payment' || kind === 'deposit';

const broughtMoney = (subject: Subject, words: readonly Word[]): boolean =>
  bringsMoney(subject) && words[0]?.heard === 'succeeded';

/** The opposite of the bank's first word. */
async function contradict(field: Field, subject: Subject, [word]: readonly Word[]): Promise<void> {
  if (word === undefined) return;
  const heard = word.heard === 'succeeded' ? 'failed' : 'succeeded';
  await tell(field, subject, { ...word, heard });
}

function otherShop({ shops }: Field, { shop }: Operation) {
  const [other = shop] = shopNames.filter((name) => name !== shop);
  return shops[other];
}

async function each(
  { notes }: Field,
  { disturbances }: Operation,
  ways: Partial<Record<Disturbance, () => Promise<unknown>>>,
): Promise<void> {
  for (const disturbance of disturbances) {
    const make = ways[disturbance];
    if (make === undefined) continue;
    notes.counts.disturbances++;
    await make();
  }
}
