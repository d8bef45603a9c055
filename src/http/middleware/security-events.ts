import type { ProblemCode } from '../../kernel/rules/problem';
import type { RefusalReason, SecurityEvent } from '../../platform/observe/metrics';
import type { ApiState } from '../context';
import { overloaded } from './admission';

const eventOf: Partial<Record<ProblemCode, SecurityEvent>> = {
  unauthorized: 'key_refused',
  wrong_credentials: 'sign_in_failed',
  wrong_factor: 'sign_in_failed',
  code_used: 'sign_in_failed',
  invalid_signature: 'signature_refused',
  address_denied: 'address_denied',
  permission_denied: 'permission_denied',
  not_permitted: 'permission_denied',
  cross_site: 'cross_site',
  misdirected_request: 'cross_site',
};

/** Null for refusals in normal use, such as an insufficient balance or an expired session. */
export function securityEventOf(state: ApiState): SecurityEvent | null {
  const { operation, refusal } = state;
  const problem = refusal?.problem ?? state.problem;
  if (operation === null || problem === null) return null;
  if (problem.code === 'rate_limit_exceeded')
    return limitsAttempts(state) ? 'attempts_limited' : null;
  if (problem.status === 404 && operation.auth === 'link') return 'link_refused';
  if (problem.status === 404 && operation.auth === 'account') return 'callback_url_refused';
  if (problem.code === 'unauthorized' && operation.family === 'callback') return 'callback_refused';
  return eventOf[problem.code] ?? null;
}

export function refusalReasonOf(state: ApiState): RefusalReason | null {
  const { merchant, person, refusal } = state;
  const problem = refusal?.problem ?? state.problem;
  if (problem === overloaded) return 'overload';
  if (problem?.code === 'open_orders_exceeded') return 'open_orders';
  if (problem?.code !== 'rate_limit_exceeded') return null;
  return merchant === null && person === null ? 'address' : 'caller';
}

/** A limit on guesses, unlike request rates of authenticated callers and limits on images. */
function limitsAttempts({ operation, merchant, person, refusal }: ApiState): boolean {
  // The forms with limits check passwords or send mail.
  if (refusal !== null) return true;
  return merchant === null && person === null && !operation?.draws && !operation?.form;
}
