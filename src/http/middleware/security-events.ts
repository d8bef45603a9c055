import type { ProblemCode } from '../../domain/problem';
import type { SecurityEvent } from '../../lib/metrics';
import type { ApiState } from '../context';

const eventOf: Partial<Record<ProblemCode, SecurityEvent>> = {
  unauthorized: 'key_refused',
  wrong_credentials: 'sign_in_failed',
  permission_denied: 'permission_denied',
  not_permitted: 'permission_denied',
  cross_site: 'cross_site',
  misdirected_request: 'cross_site',
};

/**
 * What a refusal is to whoever watches for attacks; null for an everyday one, such as a balance
 * that is too small or a session that has ended.
 */
export function securityEventOf(state: ApiState): SecurityEvent | null {
  const { operation, refusal } = state;
  const problem = refusal?.problem ?? state.problem;
  if (operation === null || problem === null) return null;
  if (problem.code === 'rate_limit_exceeded')
    return limitsAttempts(state) ? 'attempts_limited' : null;
  if (operation.auth === 'link' && problem.status === 404) return 'link_refused';
  return eventOf[problem.code] ?? null;
}

/** Not the request rate of a known caller, nor the limits on pictures and uploads. */
function limitsAttempts({ operation, merchant, person, refusal }: ApiState): boolean {
  // A form is refused for its number when it tries passwords or orders mail.
  if (refusal !== null) return true;
  return merchant === null && person === null && !operation?.draws && !operation?.form;
}
