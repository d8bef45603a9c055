import { errors } from 'undici';
import { UnsafeTarget } from '../../platform/network/public-address';
import { UnresolvedHost } from '../../platform/network/resolver';

/** Why an attempt has no complete response. */
export type Fault = 'dns' | 'unsafe_target' | 'connection' | 'tls' | 'timeout' | 'invalid_answer';

/** undici errors that are bugs of the gateway, not failures of the receiver. */
const ownCodes: readonly string[] = [
  'UND_ERR_INVALID_ARG',
  'UND_ERR_INVALID_RETURN_VALUE',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
];
const timeoutCodes: readonly string[] = ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'];
/** Codes of OpenSSL for certificates and of Node for handshakes. */
const tlsCode =
  /CERT|CRL|^UNABLE_TO_|^ERR_TLS_|^ERR_SSL_|^INVALID_(CA|PURPOSE)|MISMATCH$|^PATH_LENGTH_|^EPROTO$/;

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
