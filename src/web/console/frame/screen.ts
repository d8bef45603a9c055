import type { OperatorSession } from '../../../application/accounts/operator-session';
import type { AuditContext } from '../../../application/accounts/record-audit-event';
import type * as frame from '../../kit/screen';
import type { ConsoleTexts } from '../texts/texts';
import type { SectionName } from './sections';

export type { OpenScreen, Refusal } from '../../kit/screen';

/** Who looks at a page that needs no session, and how. */
export type PageContext = frame.PageContext<ConsoleTexts>;

/** An operator who is signed in looks at a page, or sends its form. */
export interface SignedInContext extends frame.SignedInContext<ConsoleTexts> {
  readonly session: OperatorSession;
  readonly audit: AuditContext;
}

/** What a page shows inside the frame. */
export type Screen = frame.Screen<SectionName>;
