import { createHash } from 'node:crypto';
import { findDeposit, type Deposit } from './store/deposits';
import type { Db } from '../../platform/postgres/connect';
import type { OutboxMessage } from '../../kernel/outbox/store/messages';
import type { IdempotencyClaim } from '../../kernel/idempotency/store';
import type { Merchant } from '../../kernel/merchants/store';
import { addSlip, waitForSlip } from './store/slips';
import { orProblem, Problem } from '../../kernel/rules/problem';
import { newId } from '../../platform/new-id';
import { checkImage, readImage, type SlipUpload } from '../../platform/slips/decode-base64';
import { answerOnceInTransaction, type Answer } from '../../kernel/idempotency/idempotency';
import type { Deps } from '../../deps';

export interface SlipRequest {
  readonly orderId: string;
  /** The order's reference according to the sender. A wrong one is recorded, not refused. */
  readonly ref: string;
  /** A data URI, or bare base64. */
  readonly image: string;
}

/**
 * For a merchant's own deposit. A slip never moves money. Idempotent for the same image. Throws
 * Problem `order_not_found` before the image is parsed, `invalid_image`, `slip_too_large` or
 * `too_many_slips`.
 */
export async function submitSlip(
  deps: Deps,
  merchant: Merchant,
  request: SlipRequest,
  claim: IdempotencyClaim | null,
  answerBody: string,
): Promise<Answer> {
  const owner = { merchantId: merchant.id, orderId: request.orderId };
  const deposit = orProblem(await findDeposit(deps.db, owner), 'order_not_found');
  const upload = readImage(request.image);
  let messages: readonly OutboxMessage[] = [];
  const answer = { status: 201, body: answerBody };
  const answered = await answerOnceInTransaction(deps, claim, answer, async (trx) => {
    messages = await store(deps, trx, deposit, request.ref, upload);
  });
  deps.outbox.enqueue(messages);
  return answered;
}

/** For the hosted page. Throws Problem `page_not_found`, or as `submitSlip`. */
export async function submitPageSlip(
  deps: Deps,
  pageToken: string,
  image: { readonly bytes: Buffer; readonly declaredType: string | null },
): Promise<void> {
  const deposit = orProblem(await findDeposit(deps.db, { pageToken }), 'page_not_found');
  const upload = checkImage(image.bytes, image.declaredType);
  const id = newId('slip_');
  const messages = await deps.db.transaction((trx) =>
    store(deps, trx, deposit, deposit.ref, upload, id),
  );
  deps.outbox.enqueue(messages);
  if (messages.length > 0) await waitForSlip(deps.db, id, READ_WAIT_MS);
}

/** How long the upload waits for its reading, so that the next page says what the slip is. */
const READ_WAIT_MS = 1_000;

async function store(
  deps: Deps,
  trx: Db,
  deposit: Deposit,
  ref: string,
  { bytes, mediaType, declaredType }: SlipUpload,
  id = newId('slip_'),
): Promise<readonly OutboxMessage[]> {
  const added = await addSlip(trx, {
    id,
    orderId: deposit.id,
    ref,
    refMatches: ref.toUpperCase() === deposit.ref,
    sha256: createHash('sha256').update(bytes).digest(),
    mediaType,
    declaredType,
    sizeBytes: bytes.length,
    imageSealed: deps.vault.sealBytes(bytes, 'slip_images.image'),
    traceParent: deps.origin?.traceParent ?? null,
  });
  if (added.kind === 'too_many') throw new Problem('too_many_slips');
  return added.kind === 'added' ? added.messages : [];
}
