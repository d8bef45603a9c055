import type { MerchantSession } from '../../../people/sessions';
import type * as frame from '../../kit/screen';
import type { FrameTexts } from './texts';
import type { SectionName } from './sections';

export type { PublicScreen, Refusal } from '../../kit/screen';
/** Context of a page that needs no session. */
export type PageContext = frame.PageContext<FrameTexts>;
/** Context of a page or form of a signed-in user. */
export type SignedInContext = frame.SignedInContext<FrameTexts, MerchantSession>;
/** The content of a page inside the layout. */
export type Screen = frame.Screen<SectionName>;
