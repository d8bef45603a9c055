import type { OperatorSession } from '../../../people/sessions';
import type * as frame from '../../kit/screen';
import type { ConsoleTexts } from './texts';
import type { SectionName } from './sections';

export type { Refusal } from '../../kit/screen';
/** Context of a page or form of a signed-in operator. */
export type SignedInContext = frame.SignedInContext<ConsoleTexts, OperatorSession>;
/** The content of a page inside the layout. */
export type Screen = frame.Screen<SectionName>;
