import type { Problem } from '../../domain/problem';

/** Routes speak one of these dialects; ops speaks as qr does. */
export type Family = 'qr' | 'bank' | 'callback' | 'ops';

/** A problem as the callers of a family read it. */
export function renderProblem(family: Family, problem: Problem, requestId: string): object {
  const { wireCode: code, message, type, detail } = problem;
  const error = { code, message, type, param: detail.param, request_id: requestId };
  switch (family) {
    case 'qr':
    case 'ops':
      return { error };
    case 'bank':
      return { status: problem.status, message, data: {}, error };
    case 'callback':
      return { status: false, message, error };
  }
}
