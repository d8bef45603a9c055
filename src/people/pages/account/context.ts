import type { VNode } from 'preact';
import type { PageContext, SignedInContext } from '../../../pages/kit/screen';
import type { CommonTexts } from '../../../pages/kit/texts';

export interface RealmTexts extends CommonTexts {
  readonly roles: Readonly<Record<string, string>>;
  readonly roleHints: Readonly<Record<string, string>>;
  readonly sections: Readonly<Record<string, string>>;
}

export type PublicContext = PageContext<RealmTexts>;
export type AccountContext = SignedInContext<RealmTexts>;

/** A notice above a form, and links below it. */
export interface Around {
  readonly above: VNode | null;
  readonly below: VNode;
}
