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
 * Classifies a refusal for security monitoring. Null for refusals of normal use, such as an
 * insufficient balance or an expired session.
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

/**
 * Whether the limit protects against guessing. The request rate of an authenticated caller and the
 * limits on images and uploads do not.
 */
function limitsAttempts({ operation, merchant, person, refusal }: ApiState): boolean {
  // The forms with limits check passwords or send mail.
  if (refusal !== null) return true;
  return merchant === null && person === null && !operation?.draws && !operation?.form;
}
