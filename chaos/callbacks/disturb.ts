import { setTimeout as pause } from 'node:timers/promises';
import type { RunContext } from '../load/run-context';
import { merchantNames, type Disturbance, type Operation } from '../plan/operation';
import {
  expectRejection,
  misdirect,
  sendCallback,
  type OrderRef,
  type CallbackContent,
} from './send-callback';

const BURST = 5;
const STALE_AFTER_MS = 8_000;

/** Callbacks before the payment, which must have no effect. */
export async function disturbBeforePayment(
  context: RunContext,
  operation: Operation,
  subject: OrderRef,
): Promise<void> {
  const success = { status: 'success', amount: 1 };
  const refused: Partial<Record<Disturbance, () => Promise<void>>> = {
    forged: () =>
      expectRejection(context, subject, {
        key: operation.number % 2 === 0 ? 'not-the-provider-key' : null,
        body: success,
        // The rate limit may answer first.
        answers: [401, 429],
      }),
    stranger: () =>
      expectRejection(context, subject, {
        key: otherMerchant(context, operation).apiKey,
        body: success,
        answers: [404],
      }),
    unknown: () => {
      const orderId = `${operation.mark}-unknown`;
      // The provider has received money for an unknown order.
      if (bringsMoney(subject)) context.log.moved.push({ ...oneBaht, orderId, merchantId: null });
      return expectRejection(
        context,
        { ...subject, orderId },
        { key: context.providerKey, body: success, answers: [404] },
      );
    },
    malformed: () =>
      expectRejection(context, subject, {
        key: context.providerKey,
        body: { status: 'perhaps' },
        answers: [400],
      }),
  };
  await each(context, operation, refused);
}

/** Callbacks after the bank's decision: before, during or after the bank's own callback. */
export async function disturbDuringCallbacks(
  context: RunContext,
  operation: Operation,
  subject: OrderRef,
  contents: readonly CallbackContent[],
): Promise<void> {
  const all = (times: number) =>
    Promise.all(
      contents.flatMap((content) =>
        Array.from({ length: times }, () => sendCallback(context, subject, content)),
      ),
    );
  await each(context, operation, {
    repeat: () => all(1),
    burst: () => all(BURST),
    bare: () => sendCallback(context, subject, { outcome: 'succeeded', ...unsaid }),
    misdirected: async () => {
      for (const content of contents) await misdirect(context, subject, content);
    },
    // Received money is credited after any contradiction. A payout must have ended before.
    ...(broughtMoney(subject, contents)
      ? { contradiction: () => contradict(context, subject, contents) }
      : {}),
  });
}

/** Callbacks after the order has ended. */
export async function disturbAfterEnd(
  context: RunContext,
  operation: Operation,
  subject: OrderRef,
  contents: readonly CallbackContent[],
): Promise<void> {
  const [content] = contents;
  if (content === undefined) return;
  const amountSatang = (content.amountSatang ?? 0) + 700;
  const altered: CallbackContent = { ...content, outcome: 'succeeded', amountSatang };
  const brings = bringsMoney(subject);
  await each(context, operation, {
    // Without a payment, it would report money that did not move.
    ...(brings && !broughtMoney(subject, contents)
      ? {}
      : { altered: () => sendCallback(context, subject, altered) }),
    stale: async () => {
      await pause(STALE_AFTER_MS);
      await sendCallback(context, subject, content);
    },
    ...(brings ? {} : { contradiction: () => contradict(context, subject, contents) }),
  });
}

const oneBaht = { direction: 'in', transactionId: null, amountSatang: 100 } as const;
const unsaid = { transactionId: null, amountSatang: null };

const bringsMoney = ({ kind }: OrderRef): boolean => kind === 'payment' || kind === 'deposit';

const broughtMoney = (subject: OrderRef, contents: readonly CallbackContent[]): boolean =>
  bringsMoney(subject) && contents[0]?.outcome === 'succeeded';

/** Reports the opposite of the bank's first callback. */
async function contradict(
  context: RunContext,
  subject: OrderRef,
  [content]: readonly CallbackContent[],
): Promise<void> {
  if (content === undefined) return;
  const outcome = content.outcome === 'succeeded' ? 'failed' : 'succeeded';
  await sendCallback(context, subject, { ...content, outcome });
}

function otherMerchant({ merchants }: RunContext, { merchant }: Operation) {
  const [other = merchant] = merchantNames.filter((name) => name !== merchant);
  return merchants[other];
}

async function each(
  { log }: RunContext,
  { disturbances }: Operation,
  ways: Partial<Record<Disturbance, () => Promise<unknown>>>,
): Promise<void> {
  for (const disturbance of disturbances) {
    const make = ways[disturbance];
    if (make === undefined) continue;
    log.counts.disturbances++;
    await make();
  }
}
