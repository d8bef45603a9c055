import type { ProblemCode } from '../../domain/problem';
import type { Html } from '../../lib/html';
import type { Language } from '../checkout/language';
import type { CommonTexts } from './texts';

/** Who looks at a page that needs no session, and how. */
export interface PageContext<Texts extends CommonTexts = CommonTexts> {
  readonly language: Language;
  readonly t: Texts;
  readonly nowMs: number;
  /** Where the pages of its kind begin: `/dashboard`. */
  readonly root: string;
  /** The page's own address without its query. */
  readonly path: string;
  readonly address: string;
  readonly agent: string | null;
  /** What the browser's device cookie holds, or will hold once somebody has signed in. */
  readonly device: string;
  readonly mode: 'sandbox' | 'live';
  /** What went well on the page before, as its address says. */
  readonly done: string | null;
}

/** What every page of somebody who is signed in has. */
export interface SignedInContext<
  Texts extends CommonTexts = CommonTexts,
> extends PageContext<Texts> {
  /** What every form has to bring back. */
  readonly formToken: string;
}

/** Why a form was not taken, to be said beside the field at fault or above them all. */
export interface Refusal {
  readonly code: ProblemCode;
  readonly param: string | null;
  /** In how many seconds the same may be sent again; null where that does not matter. */
  readonly waitSeconds: number | null;
  /** What was sent, to be shown again; passwords are not. */
  readonly values: Readonly<Record<string, string>>;
}

/** What a page shows inside the frame. */
export interface Screen<Section extends string = string> {
  readonly title: string;
  readonly section: Section;
  /** Stands above the title: the list that the page belongs to. */
  readonly back?: { readonly path: string; readonly title: string };
  /** Stands right of the title: what can be done here. */
  readonly actions?: Html;
  readonly main: Html;
  /** Is brought up to date where it stands: what is marked `data-live`, or else all of it. */
  readonly live?: boolean;
  /** The page that is fetched for it, when its own address is that of a form. */
  readonly liveFrom?: string;
  /** Its address with what was asked for, which another language keeps. */
  readonly self?: string;
}

/** What a page shows to whoever comes: one card in the middle. */
export interface OpenScreen {
  readonly title: string;
  readonly main: Html;
}

/** What stands around a page of somebody who is signed in. */
export interface Layout {
  /** Whose pages they are, for the title of the window. */
  readonly whose: string;
  /** For whom the person works just now. */
  readonly place: Html;
  readonly person: { readonly name: string; readonly email: string };
  readonly groups: readonly Group[];
  /** Stands above everything else on the page. */
  readonly warning: string | null;
}

/** Places of the navigation below a heading, which the first group does without. */
export interface Group {
  readonly name: string;
  readonly title: string | null;
  readonly sections: readonly {
    readonly name: string;
    readonly title: string;
    readonly path: string;
    readonly icon: Html;
    /** How much waits there; null where nothing is counted. */
    readonly count?: number | null;
  }[];
}
