import { Problem } from '../../kernel/rules/problem';
import type { Reply } from '../../http/reply';
import { FORM_TOKEN } from './form';
import type { Refusal } from './screen';

/** Whether the problem is shown beside the form instead of on an error page. */
export const isFormProblem = (error: unknown): error is Problem =>
  error instanceof Problem &&
  ![404, 500].includes(error.status) &&
  !['not_permitted', 'signed_out'].includes(error.code);

export function refusalOf(error: Problem, sent: URLSearchParams): Refusal {
  const values = Object.fromEntries([...sent].filter(([name]) => name !== FORM_TOKEN));
  const { param = null, headers } = error.detail;
  const wait = headers?.['Retry-After'];
  return { code: error.code, param, waitSeconds: wait === undefined ? null : Number(wait), values };
}

/** Drops the typed values if the object has changed: the page shows it as it is now. */
export const withoutStale = (refusal: Refusal): Refusal =>
  refusal.code === 'state_conflict' ? { ...refusal, values: {} } : refusal;

/** Adds the problem's headers, such as `Retry-After`. */
export const refusedReply = (reply: Reply, problem: Problem, email: string | null): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...problem.detail.headers },
  refusal: { problem, email },
});
