import type { Session } from '../../../application/accounts/find-session';
import type { AuditContext } from '../../../application/accounts/record-audit-event';
import type * as frame from '../../kit/screen';
import type { FrameTexts } from '../texts/texts';
import type { SectionName } from './sections';

export type { OpenScreen, Refusal } from '../../kit/screen';

/** Who looks at a page that needs no session, and how. */
export type PageContext = frame.PageContext<FrameTexts>;

/** Somebody who is signed in looks at a page, or sends its form. */
export interface SignedInContext extends frame.SignedInContext<FrameTexts> {
  readonly session: Session;
  readonly audit: AuditContext;
}

/** What a page shows inside the frame. */
export type Screen = frame.Screen<SectionName>;
