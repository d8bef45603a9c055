import type { Session } from '../../../application/find-session';
import type { Person } from '../../../application/record-act';
import type { ProblemCode } from '../../../domain/problem';
import type { Html } from '../../../lib/html';
import type { Language } from '../../pages/language';
import type { Done, FrameTexts } from '../texts/texts';
import type { SectionName } from './sections';

/** Who looks at a page that needs no session, and how. */
export interface Look {
  readonly language: Language;
  readonly t: FrameTexts;
  readonly nowMs: number;
  /** The page's own address without its query. */
  readonly path: string;
  readonly address: string;
  readonly agent: string | null;
  readonly mode: 'sandbox' | 'live';
  /** What went well on the page before, as its address says. */
  readonly done: Done | null;
}

/** Somebody who is signed in looks at a page, or sends its form. */
export interface Visit extends Look {
  readonly session: Session;
  /** The same, as who acts. */
  readonly person: Person;
  /** What every form has to bring back. */
  readonly formToken: string;
}

/** Why a form was not taken, to be said beside the field at fault or above them all. */
export interface Refusal {
  readonly code: ProblemCode;
  readonly param: string | null;
  /** What was sent, to be shown again; passwords are not. */
  readonly values: Readonly<Record<string, string>>;
}

/** What a page shows inside the frame. */
export interface Screen {
  readonly title: string;
  readonly section: SectionName;
  /** Stands right of the title: what can be done here. */
  readonly actions?: Html;
  readonly main: Html;
  /** Is brought up to date where it stands. */
  readonly live?: boolean;
}

/** What a page shows to whoever comes: one card in the middle. */
export interface OpenScreen {
  readonly title: string;
  readonly main: Html;
}
