import { createHmac } from 'node:crypto';
import { newId } from '../../src/platform/new-id';
import { newToken } from '../../src/platform/crypto/secret-token';
import type { Dashboard } from './dashboard/dashboard';

type Deps = Pick<Dashboard, 'deps'>;

/** "12345678901234567890", the secret of the test vectors of RFC 6238, in base32. */
export const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** The code of an authenticator app, written from RFC 4226 and RFC 6238, `steps` from now. */
export function codeOf(secret: string, steps = 0, nowMs = Date.now()): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  let value = 0n;
  for (const letter of secret) value = value * 32n + BigInt(alphabet.indexOf(letter));
  const key = Buffer.from(value.toString(16).padStart((secret.length * 5) / 4, '0'), 'hex');
  const counter = Math.floor(nowMs / 30_000) + steps;
  const text = Buffer.from(counter.toString(16).padStart(16, '0'), 'hex');
  const hash = createHmac('sha1', key).update(text).digest();
  const at = hash.readUInt8(19) % 16;
  const number = (hash.readUInt32BE(at) % 2 ** 31) % 1_000_000;
  return String(number).padStart(6, '0');
}

/** An authenticator app of a person, with `SECRET`, by default of two days ago. Returns its id. */
export async function addApp(
  { deps }: Deps,
  accountId: string,
  addedHoursAgo = 48,
): Promise<string> {
  const id = newId('fac_');
  await deps.db('factors').insert({
    id,
    account_id: accountId,
    kind: 'totp',
    name: 'Phone',
    secret_sealed: deps.vault.seal(SECRET, 'factors.secret'),
    last_step: 0,
    created_at: new Date(Date.now() - addedHoursAgo * 3_600_000),
  });
  return id;
}

/** Sets when the person of a session confirmed a second factor, in seconds before now. */
export const confirmed = async ({ deps }: Deps, accountId: string, secondsAgo: number) => {
  const at = deps.db.raw(`now() - ? * interval '1 second'`, [secondsAgo]);
  await deps.db('sessions').where('user_id', accountId).update({ factor_at: at });
  await deps.db('operator_sessions').where('operator_id', accountId).update({ factor_at: at });
};

/** Lets the code of the current time be used again, as after its time step. */
export const passStep = ({ deps }: Deps) => deps.db('factors').update({ last_step: 0 });

/** The secret of a half-session. */
export async function halfSession(
  { deps }: Deps,
  accountId: string,
  merchantId: string | null,
): Promise<string> {
  const { token, hash } = newToken();
  // A slow machine takes longer for a file of tests than a half-session lasts.
  const inAnHour = new Date(Date.now() + 3_600_000);
  const row = { hash, id: newId('half_'), account_id: accountId, merchant_id: merchantId };
  await deps.db('half_sessions').insert({ ...row, created_at: inAnHour });
  return token;
}
