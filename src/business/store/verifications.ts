import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';

/** The subject that stands for names, tax id and branch; any other is the id of an account. */
export const IDENTITY = 'identity';

export interface Verification {
  readonly subject: string;
  readonly evidence: string;
  readonly operatorId: string;
  readonly verifiedAt: Date;
}

/** Of what the merchant has now. */
export async function listVerifications(
  db: Db,
  merchantId: string,
): Promise<readonly Verification[]> {
  return run(
    db,
    'list-business-verifications',
    sql`select subject, evidence, operator_id, verified_at from business_verifications
     where merchant_id = ${merchantId} and ended_at is null`,
  );
}

/** False when the subject is verified already. */
export async function insertVerification(
  trx: Db,
  verified: Omit<Verification, 'verifiedAt'> & {
    readonly id: string;
    readonly merchantId: string;
  },
): Promise<boolean> {
  const { id, merchantId, subject, evidence, operatorId } = verified;
  const inserted = await run(
    trx,
    'insert-business-verification',
    sql`insert into business_verifications (id, merchant_id, subject, evidence, operator_id)
     values (${id}, ${merchantId}, ${subject}, ${evidence}, ${operatorId})
     on conflict (merchant_id, subject) where ended_at is null do nothing returning 1`,
  );
  return inserted.length > 0;
}

/** False when the subject was not verified. */
export async function endVerification(
  trx: Db,
  merchantId: string,
  subject: string,
): Promise<boolean> {
  const ended = await run(
    trx,
    'end-business-verification',
    sql`update business_verifications set ended_at = now()
     where merchant_id = ${merchantId} and subject = ${subject} and ended_at is null returning 1`,
  );
  return ended.length > 0;
}

/** An operator and a member are the same person when they have one e-mail address. */
export async function isMember(trx: Db, merchantId: string, operatorId: string): Promise<boolean> {
  const found = await run(
    trx,
    'operator-is-member',
    sql`select 1 from operators
     join users on users.email_digest = operators.email_digest
     join memberships on memberships.user_id = users.id
     where operators.id = ${operatorId} and memberships.merchant_id = ${merchantId}`,
  );
  return found.length > 0;
}
