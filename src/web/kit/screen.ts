import type { AuditContext } from '../../application/accounts/record-audit-event';
import type { Session } from '../../application/accounts/sessions';
import type { ProblemCode } from '../../domain/problem';
import type { Html } from '../../lib/html';
import type { Language } from './language';
import type { CommonTexts } from './texts';

/** The request that a page without a session is rendered for. */
export interface PageContext<Texts extends CommonTexts = CommonTexts> {
  readonly language: Language;
  readonly t: Texts;
  readonly nowMs: number;
  /** The path prefix of the site: `/dashboard`. */
  readonly root: string;
  /** The path of the page, without its query. */
  readonly path: string;
  readonly address: string;
  readonly agent: string | null;
  /** The value of the device cookie, or the one to set on sign-in. */
  readonly device: string;
  /** The value of the half-session cookie. */
  readonly half: string | null;
  readonly mode: 'sandbox' | 'live';
  /** Whether merchants add provider accounts of their own. */
  readonly addsAccounts: boolean;
  /** The key of the confirmation to show, from the query. */
  readonly done: string | null;
}

/** The request that a page with a session is rendered for. */
export interface SignedInContext<
  Texts extends CommonTexts = CommonTexts,
  S extends Session = Session,
> extends PageContext<Texts> {
  readonly session: S;
  readonly audit: AuditContext;
  /** Anti-CSRF token that every form must submit. */
  readonly formToken: string;
}

/** Why a form was rejected: shown beside the field `param`, else above the form. */
export interface Refusal {
  readonly code: ProblemCode;
  readonly param: string | null;
  /** Seconds until the next attempt is allowed; null without a rate limit. */
  readonly waitSeconds: number | null;
  /** The submitted values, to fill the form again. Passwords are not shown. */
  readonly values: Readonly<Record<string, string>>;
}

/** The content of a page inside the layout. */
export interface Screen<Section extends string = string> {
  readonly title: string;
  readonly section: Section;
  /** Link above the title to the parent page. */
  readonly back?: { readonly path: string; readonly title: string };
  /** Buttons beside the title. */
  readonly actions?: Html;
  readonly main: Html;
  /** Refreshed in place by the script: the parts marked `data-live`, else the whole page. */
  readonly live?: boolean;
  /** The URL that is fetched for a refresh, if the page is the response to a form. */
  readonly liveFrom?: string;
  /** The URL with its query, for the language links. */
  readonly currentUrl?: string;
  /** The page to show instead: the only result of a search. */
  readonly only?: string;
}

/** The content of a page without a session: one card. */
export interface PublicScreen {
  readonly title: string;
  readonly main: Html;
  /** The URL for the language links, if the page is the response to a form. */
  readonly currentUrl?: string;
}

/** What surrounds the content of a page with a session. */
export interface Layout {
  /** Last part of the window title. */
  readonly siteName: string;
  /** The merchant, or the name of the console. */
  readonly workspace: Html;
  readonly person: { readonly name: string; readonly email: string };
  readonly groups: readonly Group[];
  /** Shown at the top of every page. */
  readonly warning: string | null;
}

/** A group of navigation links. The first group has no heading. */
export interface Group {
  readonly name: string;
  readonly title: string | null;
  readonly sections: readonly {
    readonly name: string;
    readonly title: string;
    readonly path: string;
    readonly icon: Html;
    /** Number of open items; null if the section has no counter. */
    readonly count?: number | null;
  }[];
}
