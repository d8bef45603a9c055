import { openState } from '../../../platform/open-state';
import type { Vault } from '../../../platform/crypto/vault';

/** The field of a confirmation page with the sealed form that it interrupted. */
export const KEPT = 'kept_form';

const GOOD_FOR_MS = 10 * 60 * 1_000;
const SEALED_AS = 'pages.kept_form';

/** Sealed, because it may contain passwords and account numbers. */
interface KeptForm {
  readonly sessionId: string;
  readonly path: string;
  readonly fields: [string, string][];
  readonly untilMs: number;
}

export const sealForm = (
  vault: Vault,
  fields: URLSearchParams,
  { sessionId, path }: Pick<KeptForm, 'sessionId' | 'path'>,
): string => {
  const untilMs = Date.now() + GOOD_FOR_MS;
  const kept: KeptForm = { sessionId, path, fields: [...fields], untilMs };
  return vault.seal(JSON.stringify(kept), SEALED_AS);
};

/** Null for a form that was not sealed here, has expired, or belongs to another session or path. */
export function openForm(
  vault: Vault,
  sealed: string,
  { sessionId, path }: Pick<KeptForm, 'sessionId' | 'path'>,
): URLSearchParams | null {
  const kept = openState<KeptForm>(vault, sealed, SEALED_AS);
  const isOwn = kept?.sessionId === sessionId && kept.path === path;
  return kept !== null && isOwn ? new URLSearchParams(kept.fields) : null;
}
