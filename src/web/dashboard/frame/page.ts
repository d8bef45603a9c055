import { Problem } from '../../../domain/problem';
import { mayActAs } from '../../../domain/role';
import type { Role } from '../../../domain/role';
import { Pages } from '../../kit/pages';
import { texts } from '../texts/texts';
import type { FrameTexts } from '../texts/texts';
import type { SignedInContext } from './screen';
import type { SectionName } from './sections';
import { layoutOf } from './layout';

/** Builders for the dashboard's pages. A session belongs to one merchant and has a role. */
export const { pageQuery, page, download, publicPage, formAction, publicFormAction, pageReply } =
  new Pages<'session', FrameTexts, SignedInContext, Role, SectionName>({
    family: 'dashboard',
    auth: 'session',
    root: '/dashboard',
    texts,
    readRole: 'viewer',
    signedInContext(page, { session, address, formToken }) {
      const actor = { kind: 'user', id: session.user.id, address } as const;
      const audit = { actor, scope: session.merchant.id };
      return { ...page, session, audit, formToken };
    },
    requireRole({ session }, needed, creates) {
      if (!mayActAs(session.role, needed)) throw new Problem('not_permitted');
      if (creates && session.merchant.status === 'disabled') throw new Problem('merchant_disabled');
    },
    layoutOf,
  });
