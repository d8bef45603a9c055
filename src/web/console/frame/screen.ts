import type { OperatorSession } from '../../../application/accounts/operator-session';
import type { AuditContext } from '../../../application/accounts/record-audit-event';
import type * as frame from '../../kit/screen';
import type { ConsoleTexts } from '../texts/texts';
import type { SectionName } from './sections';

export type { PublicScreen, Refusal } from '../../kit/screen';

/** Context of a page that needs no session. */
export type PageContext = frame.PageContext<ConsoleTexts>;

/** Context of a page or form of a signed-in operator. */
export interface SignedInContext extends frame.SignedInContext<ConsoleTexts> {
  readonly session: OperatorSession;
  readonly audit: AuditContext;
}

/** The content of a page inside the layout. */
export type Screen = frame.Screen<SectionName>;
