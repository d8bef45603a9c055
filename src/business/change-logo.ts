import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import { orProblem, Problem } from '../kernel/rules/problem';
import { drawLogo } from '../platform/images/logo';
import { newSecretId } from '../platform/new-id';
import type { Deps } from '../deps';
import { deleteLogo, findLogo, writeLogo } from './store/logos';

export interface ChangedLogo {
  readonly merchantId: string;
  /** PNG, JPEG or WebP; null removes the logo. */
  readonly image: Buffer | null;
}

/**
 * Another picture gets another URL, so that caches may keep it. Throws Problem `invalid_image`.
 */
export async function changeLogo(
  deps: Pick<Deps, 'db' | 'vault'>,
  audit: AuditContext,
  { merchantId, image }: ChangedLogo,
): Promise<void> {
  const png = image === null ? null : await drawLogo(image);
  if (image !== null && png === null) throw new Problem('invalid_image', { param: 'logo' });
  await deps.db.transaction(async (trx) => {
    if (png !== null) await writeLogo(trx, merchantId, { id: newSecretId('logo_'), png });
    else if (!(await deleteLogo(trx, merchantId))) return;
    const event = png === null ? 'business.logo_removed' : 'business.logo_set';
    await recordAuditEvent(deps, trx, audit, event, { subject: merchantId });
  });
}

/** Throws Problem `not_found` for an unknown or former logo. */
export const readLogo = async ({ db }: Pick<Deps, 'db'>, id: string): Promise<Buffer> =>
  orProblem(await findLogo(db, id), 'not_found');
