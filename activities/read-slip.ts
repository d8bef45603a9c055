import { ApplicationFailure } from '@temporalio/common';
import { Context } from '@temporalio/activity';
import {
  extendForSlip,
  findSlipParts,
  findStoredSlip,
  isWrongUpload,
  recordSlipRead,
  recordVerification,
  type SlipRead,
  type SlipTransfer,
  type StoredSlip,
  type Verification,
} from '../src/orders/deposit/store/slips';
import { announceWrongSlip } from '../src/orders/deposit/store/announce-wrong-slip';
import type { VerifiedTransfer } from '../src/providers/connectors/slip';
import type { SlipReading } from '../src/platform/slips/read-slip-image';
import type { ActivityDeps } from './deps';

/** After the last attempt to reach the bank the slip stays unverified. */
const VERIFY_ATTEMPTS_MAX = 6;

/**
 * Reads the image and verifies its transfers with the bank. A slip of another payment extends no
 * deadline, and is announced to the merchant. Idempotent. The result enters the workflow's history,
 * so it never has the image.
 */
export function createReadSlip(deps: ActivityDeps) {
  const { db, vault, slips, provider } = deps;

  return async function readSlip(slipId: string): Promise<string> {
    const stored = await findStoredSlip(db, slipId);
    if (stored === null) {
      throw ApplicationFailure.nonRetryable(`There is no slip ${slipId}.`, 'NotFound');
    }
    const { status, parts } =
      stored.status === 'received'
        ? await readImage(slipId, stored)
        : { status: stored.status, parts: await findSlipParts(db, slipId) };
    const shown: string[] = [];
    for (const { id, transfer } of parts) {
      if (transfer !== null) shown.push(await verify(id, stored, transfer));
    }
    if (status !== 'wrong_qr') await settle(slipId);
    if (!shown.includes('unreachable')) return shown.join(' ') || status;
    if (Context.current().info.attempt < VERIFY_ATTEMPTS_MAX) {
      throw ApplicationFailure.retryable('The bank did not answer.', 'VerifierUnreachable');
    }
    return 'pending';
  };

  async function settle(slipId: string): Promise<void> {
    if (!(await isWrongUpload(db, slipId))) return extendForSlip(db, slipId);
    const messages = await announceWrongSlip(db, slipId);
    deps.outbox.enqueue(messages);
  }

  async function readImage(slipId: string, { imageSealed }: StoredSlip) {
    const read: SlipRead =
      imageSealed === null
        ? { status: 'unreadable', transfers: [] }
        : slipRead(await slips.read(vault.openBytes(imageSealed, 'slip_images.image')));
    const parts = await recordSlipRead(db, slipId, read);
    deps.metrics.slips.inc({ status: read.status });
    return { status: read.status, parts };
  }

  /** `unreachable` is recorded as pending. */
  async function verify(slipId: string, stored: StoredSlip, transfer: SlipTransfer) {
    const unknown = { kind: 'unknown' } as const;
    const answer = (await provider.verifySlip?.(transfer, stored.accountId)) ?? unknown;
    const verification = verificationOf(answer, stored);
    const found = answer.kind === 'found' ? answer : null;
    await recordVerification(db, slipId, {
      verification,
      paidTo: found?.paidTo ?? null,
      paidSatang: found?.amountSatang ?? null,
      paidAt: found?.paidAt ?? null,
    });
    return answer.kind === 'unreachable' ? answer.kind : verification;
  }
}

function verificationOf(
  answer: VerifiedTransfer,
  { orderRef, amountSatang }: StoredSlip,
): Verification {
  switch (answer.kind) {
    case 'found': {
      const fits = answer.paidTo === orderRef && answer.amountSatang === amountSatang;
      return fits ? 'verified' : 'mismatch';
    }
    case 'not_found':
      return 'mismatch';
    case 'unknown':
    case 'unreachable':
      return 'pending';
  }
}

function slipRead(reading: SlipReading): SlipRead {
  if (reading.kind !== 'parsed') return { status: reading.kind, transfers: [] };
  const transfers = reading.slips.map((slip) =>
    slip.kind === 'bank'
      ? { sendingBank: slip.sendingBank, transRef: slip.transRef }
      : { sendingBank: slip.kind, transRef: slip.transactionId },
  );
  return { status: 'parsed', transfers };
}
