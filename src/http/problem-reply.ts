import type { Problem } from '../kernel/rules/problem';
import type { ApiContext } from './context';
import type { Family, PageFamily } from './definition';
import { docUrlOf } from './doc-url';
import { json, type Reply } from './reply';

/** In the style and language of the family. */
export type ProblemPage = (family: PageFamily, problem: Problem, ctx: ApiContext) => Reply;

/** The bank-transfer family has no 422. */
export const statusIn = (family: Family, status: number): number =>
  family === 'bank' && status === 422 ? 400 : status;

/** Families without a JSON format of their own use that of `qr`. */
export function renderProblemAsJson(
  family: Family,
  problem: Problem,
  ctx: ApiContext,
  publicUrl: string,
): Reply {
  const { requestId } = ctx.state;
  const { wireCode: code, message, type, detail } = problem;
  const status = statusIn(family, problem.status);
  const doc_url = docUrlOf(publicUrl, code);
  const error = { code, message, type, param: detail.param, doc_url, request_id: requestId };
  switch (family) {
    case 'bank':
      return json(status, { status, message, data: {}, error });
    case 'callback':
      return json(status, { status: false, message, error });
    case 'qr':
    case 'ops':
    case 'page':
    case 'dashboard':
    case 'console':
      return json(status, { error });
  }
}
