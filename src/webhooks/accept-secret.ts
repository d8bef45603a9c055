import { Problem } from '../kernel/rules/problem';
import { isDecodable, newSecret } from './sending/sign';

/**
 * Generates one for null. Throws Problem `invalid_request` for a secret that the libraries of
 * Standard Webhooks cannot decode: its owner could verify no webhook.
 */
export function acceptSecret(given: string | null): string {
  if (given === null) return newSecret();
  if (isDecodable(given)) return given;
  const message = 'secret must be whsec_ and the base64 of 24 to 64 bytes, or start otherwise.';
  throw new Problem('invalid_request', { param: 'secret', message });
}
