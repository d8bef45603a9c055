import type { Operation } from '../plan/operation';
import { eventually } from '../until';
import { bahtOf } from './baht-of';
import { create } from './create';
import type { RunContext } from './run-context';
import { checkoutPath, Visitor } from './visitor';

/** The sweeper expires an order that a worker has missed. */
const RENEWABLE_WITHIN_MS = 120_000;

/** A payment that its payer pays on the hosted page, which leads back to the shop. */
export async function checkout(context: RunContext, operation: Operation): Promise<void> {
  const { scene, mark } = operation;
  const isRenewed = scene !== 'paid';
  const created = await create(context, operation, {
    kind: 'payment',
    path: '/Thai/v1/qr-codes',
    body: {
      amount: bahtOf(operation),
      currency: 'THB',
      reference: mark,
      description: `Order ${mark}`,
      return_url: `https://shop.example/back?order=${mark}`,
      ...(isRenewed ? { expiry_minutes: 1 } : {}),
    },
    idIn: (body) => body['payment_id'],
  });
  if (created === null) return;
  const path = checkoutPath(String(created.body['qr_code_id']));
  const payer = new Visitor(context, operation.number);
  await demandPage(context, payer, path, [mark]);
  if (isRenewed && !(await renew(context, { payer, path, paymentId: created.orderId }))) return;
  const qrData = await payer.scan(path, operation.amountSatang);
  if (scene === 'renewed, both paid') {
    // The expired code first: the payment under the same link that settles first is credited.
    await context.bank.pay(String(created.body['qr_data']), 'pay', `pay-${mark}-old`);
    if (qrData !== null) await context.bank.pay(qrData, 'pay', `pay-${mark}-new`);
  } else await payNow(context, payer, path);
  // A code that expires before it is paid is no finding.
  if ((await payer.watch(path, ['paid', 'expired'])) !== 'paid') return;
  const paid = `https://shop.example/back?order=${mark}&payment_id=`;
  await demandPage(context, payer, path, [paid.replace('&', '&amp;')]);
}

interface Expiring {
  readonly payer: Visitor;
  readonly path: string;
  readonly paymentId: string;
}

/** Waits for the expiry and presses *New code* twice at once. Whether a new code is shown. */
async function renew(context: RunContext, { payer, path, paymentId }: Expiring): Promise<boolean> {
  const { log } = context;
  if ((await payer.watch(path, ['expired'])) === null) return false;
  const form = `${path}/new-code`;
  const isOffered = async () => (await payer.get(path)).body.includes(form);
  if (!(await eventually(isOffered, { timeoutMs: RENEWABLE_WITHIN_MS, everyMs: 1_000 }))) {
    log.recordUnexpected('an expired checkout offers no new code', paymentId);
    return false;
  }
  log.renewed.add(paymentId);
  for (const { status, body } of await Promise.all([payer.submit(form), payer.submit(form)])) {
    if (status !== 303) log.recordUnexpected(`${status} ${body}`, paymentId);
  }
  return (await payer.watch(path, ['waiting'])) !== null;
}

/** Presses *Pay now* of the sandbox, which acts as the payer's bank. */
async function payNow(context: RunContext, payer: Visitor, path: string): Promise<void> {
  const { status, body } = await payer.submit(`${path}/sandbox-payment`);
  // 410: an attempt without a response has paid it.
  if (status === 303 || status === 410) return;
  context.log.recordUnexpected(`pay now: ${status} ${body}`, path);
}

/** The page contains the texts. */
export async function demandPage(
  { log }: RunContext,
  payer: Visitor,
  path: string,
  texts: readonly string[],
): Promise<void> {
  const { status, body } = await payer.get(path);
  const missing = texts.filter((text) => !body.includes(text));
  if (status === 200 && missing.length === 0) return;
  log.recordUnexpected(`${status} ${path} lacks ${missing.join(', ') || 'nothing'}`, path);
}
