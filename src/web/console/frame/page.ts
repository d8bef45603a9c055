import { operatorContext } from '../../../application/accounts/operator-session';
import { mayOperateAs } from '../../../domain/operator';
import type { OperatorRole } from '../../../domain/operator';
import { Problem } from '../../../domain/problem';
import { Pages } from '../../kit/pages';
import { texts } from '../texts/texts';
import type { ConsoleTexts } from '../texts/texts';
import type { SignedInContext } from './screen';
import type { SectionName } from './sections';
import { layoutOf } from './layout';

/** Builders for the console's pages. A session belongs to an operator, who has a role. */
export const { pageQuery, page, publicPage, formAction, publicFormAction, pageReply } = new Pages<
  'console',
  ConsoleTexts,
  SignedInContext,
  OperatorRole,
  SectionName
>({
  family: 'console',
  auth: 'console',
  root: '/console',
  texts,
  readRole: 'viewer',
  signedInContext: (page, { session, address, formToken }) => ({
    ...page,
    session,
    audit: operatorContext(session.operator.id, address),
    formToken,
  }),
  requireRole({ session }, needed) {
    if (!mayOperateAs(session.operator.role, needed)) throw new Problem('not_permitted');
  },
  layoutOf,
});
