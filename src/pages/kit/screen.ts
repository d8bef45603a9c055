import type { AuditContext } from '../../kernel/audit/record-audit-event';
import type { Session } from '../../people/sessions';
import type { ProblemCode } from '../../kernel/rules/problem';
import type { VNode } from 'preact';
import type { Brand } from './brand';
import type { Confirmation } from './confirmations';
import type { Language } from './language';
import type { CommonTexts } from './texts';

export interface PageContext<Texts extends CommonTexts = CommonTexts> {
  readonly language: Language;
  readonly t: Texts;
  readonly nowMs: number;
  /** Path prefix of the site, such as `/dashboard`. */
  readonly root: string;
  /** Without the query. */
  readonly path: string;
  readonly address: string;
  readonly agent: string | null;
  /** The device cookie, or the value to set on sign-in. */
  readonly device: string;
  /** The half-session cookie; null without one. */
  readonly half: string | null;
  readonly mode: 'sandbox' | 'live';
  readonly brand: Brand;
  readonly addsAccounts: boolean;
  /** The confirmation to show, from the query. */
  readonly done: Confirmation | null;
}

export interface SignedInContext<
  Texts extends CommonTexts = CommonTexts,
  S extends Session = Session,
> extends PageContext<Texts> {
  readonly session: S;
  readonly audit: AuditContext;
  /** Masked, for the forms of this page only. */
  readonly formToken: string;
}

/** Shown beside the field `param`, else above the form. */
export interface Refusal {
  readonly code: ProblemCode;
  readonly param: string | null;
  /** Seconds until the next attempt is allowed; null without a rate limit. */
  readonly waitSeconds: number | null;
  /** Submitted values, to fill in the form again. Passwords are not shown. */
  readonly values: Readonly<Record<string, string>>;
}

export interface Screen<Section extends string = string> {
  readonly title: string;
  readonly section: Section;
  readonly back?: { readonly path: string; readonly title: string };
  readonly actions?: VNode;
  readonly main: VNode;
  /** The script refreshes the parts marked `data-live`, else the whole page. */
  readonly live?: boolean;
  /** The URL to fetch for a refresh, if the page is the response to a form. */
  readonly liveFrom?: string;
  /** With the query, for the language links. */
  readonly currentUrl?: string;
  /** Redirects here instead: the only result of a search. */
  readonly only?: string;
}

/** Shown as one card. */
export interface PublicScreen {
  readonly title: string;
  readonly main: VNode;
  /** For the language links, if the page is the response to a form. */
  readonly currentUrl?: string;
}

export interface Layout {
  /** Last part of the window title. */
  readonly siteName: string;
  readonly workspace: VNode;
  readonly person: { readonly name: string; readonly email: string };
  readonly groups: readonly Group[];
  readonly warning: string | null;
}

/** The first group has no heading. */
export interface Group {
  readonly name: string;
  readonly title: string | null;
  readonly sections: readonly {
    readonly name: string;
    readonly title: string;
    readonly path: string;
    readonly icon: VNode;
    /** Open items; null if the section has no counter. */
    readonly count?: number | null;
  }[];
}
