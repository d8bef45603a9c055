import { createHash } from 'node:crypto';

/**
 * A digest of a state that a form shows and sends back: the form changes nothing else than what its
 * reader saw. Secrets in it must be sealed, because it is not keyed.
 */
export const stateDigest = (state: unknown): string =>
  createHash('sha256').update(JSON.stringify(state)).digest('base64url');
