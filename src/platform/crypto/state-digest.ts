import { createHash } from 'node:crypto';

/**
 * A form shows a state and sends its digest back: the form changes nothing else than what its
 * reader saw. Secrets in the state must be sealed, because the digest is not keyed.
 */
export const stateDigest = (state: unknown): string =>
  createHash('sha256').update(JSON.stringify(state)).digest('base64url');
