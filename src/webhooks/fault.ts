import { errors } from 'undici';
import { UnsafeTarget } from './public-address';
import { UnresolvedHost } from './resolver';

/** Why an attempt brought no answer, or none that could be read to its end. */
export type Fault = 'dns' | 'unsafe_target' | 'connection' | 'tls' | 'timeout' | 'invalid_answer';

/** Errors of undici that are ours to answer for, not the receiver's. */
const ownCodes: readonly string[] = [
  'UND_ERR_INVALID_ARG',
  'UND_ERR_INVALID_RETURN_VALUE',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
];
const timeoutCodes: readonly string[] = ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'];
/** OpenSSL names what is wrong with a certificate, Node what is wrong with a handshake. */
const tlsCode =
  /CERT|CRL|^UNABLE_TO_|^ERR_TLS_|^ERR_SSL_|^INVALID_(CA|PURPOSE)|MISMATCH$|^PATH_LENGTH_|^EPROTO$/;

/** What went wrong on the way to a receiver; null when the error is not of that kind. */
export function readFault(thrown: unknown): Fault | null {
  if (thrown instanceof UnsafeTarget) return 'unsafe_target';
  if (thrown instanceof UnresolvedHost) return 'dns';
  if (thrown instanceof errors.HTTPParserError) return 'invalid_answer';
  if (thrown instanceof errors.HeadersOverflowError) return 'invalid_answer';
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return null;
  const { code } = thrown;
  if (typeof code !== 'string' || ownCodes.includes(code)) return null;
  if (timeoutCodes.includes(code)) return 'timeout';
  return tlsCode.test(code) ? 'tls' : 'connection';
}
