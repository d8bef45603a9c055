import type { SecurityEvent } from '../../lib/metrics';
import type { ApiState } from '../context';

/**
 * What a refusal is to whoever watches for attacks; null for an everyday one, such as a balance that
 * is too small or a session that has ended.
 */
export function securityEventOf(state: ApiState): SecurityEvent | null {
  const { operation, merchant, person, refusal } = state;
  const problem = refusal?.problem ?? state.problem;
  if (operation === null || problem === null) return null;
  const { auth, draws, form } = operation;
  switch (problem.code) {
    case 'unauthorized':
      return 'key_refused';
    case 'wrong_credentials':
      return 'sign_in_failed';
    case 'permission_denied':
    case 'not_permitted':
      return 'permission_denied';
    case 'cross_site':
    case 'misdirected_request':
      return 'cross_site';
    case 'rate_limit_exceeded':
      // A form counts tries of a password. Else not: a known caller's rate, pictures and uploads.
      if (refusal !== null) return 'attempts_limited';
      if (merchant !== null || person !== null || draws === true || form === true) return null;
      return 'attempts_limited';
    default:
      return auth === 'link' && problem.status === 404 ? 'link_refused' : null;
  }
}
