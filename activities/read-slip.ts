import { ApplicationFailure } from '@temporalio/common';
import { Context } from '@temporalio/activity';
import { findStoredSlip, recordSlipRead, recordVerification } from '../src/db/orders/slips';
import type { SlipRead, StoredSlip } from '../src/db/orders/slips';
import type { SlipReading } from '../src/slips/read-slip-image';
import type { ActivityDeps } from './deps';

/** Attempts to reach the bank; after the last the slip stays unverified. */
const VERIFY_ATTEMPTS_MAX = 6;

/**
 * Reads a slip's image and verifies its transfer with the bank. Safe to run again after a crash.
 * Returns the status shown in the workflow's history: never the image.
 */
export function createReadSlip(deps: ActivityDeps) {
  const { db, vault, slips, provider } = deps;

  return async function readSlip(slipId: string): Promise<string> {
    const stored = await findStoredSlip(db, slipId);
    if (stored === null) {
      throw ApplicationFailure.nonRetryable(`There is no slip ${slipId}.`, 'NotFound');
    }
    const read = stored.status === 'received' ? await readImage(slipId, stored) : asRead(stored);
    if (read.transfer === null) return read.status;
    const verification = await verify(stored, read.transfer);
    if (verification === 'unreachable') {
      await recordVerification(db, slipId, 'pending');
      if (Context.current().info.attempt < VERIFY_ATTEMPTS_MAX) {
        throw ApplicationFailure.retryable('The bank did not answer.', 'VerifierUnreachable');
      }
      return 'pending';
    }
    await recordVerification(db, slipId, verification);
    return verification;
  };

  async function readImage(slipId: string, { imageSealed }: StoredSlip): Promise<SlipRead> {
    const read: SlipRead =
      imageSealed === null
        ? { status: 'unreadable', transfer: null }
        : slipRead(await slips.read(vault.openBytes(imageSealed, 'slip_images.image')));
    await recordSlipRead(db, slipId, read);
    deps.metrics.slips.inc({ status: read.status });
    return read;
  }

  async function verify(stored: StoredSlip, transfer: NonNullable<SlipRead['transfer']>) {
    const unknown = { kind: 'unknown' } as const;
    const answer = (await provider.verifySlip?.(transfer, stored.accountId)) ?? unknown;
    switch (answer.kind) {
      case 'found': {
        const fits =
          answer.paidTo === stored.orderRef && answer.amountSatang === stored.amountSatang;
        return fits ? 'verified' : 'mismatch';
      }
      case 'not_found':
        return 'mismatch';
      case 'unknown':
        return 'pending';
      case 'unreachable':
        return 'unreachable';
    }
  }
}

const asRead = ({ status, sendingBank, transRef }: StoredSlip): SlipRead => ({
  status: status === 'received' ? 'unreadable' : status,
  transfer: sendingBank === null || transRef === null ? null : { sendingBank, transRef },
});

function slipRead(reading: SlipReading): SlipRead {
  if (reading.kind !== 'parsed') return { status: reading.kind, transfer: null };
  const { slip } = reading;
  const transfer =
    slip.kind === 'bank'
      ? { sendingBank: slip.sendingBank, transRef: slip.transRef }
      : { sendingBank: slip.kind, transRef: slip.transactionId };
  return { status: 'parsed', transfer };
}
