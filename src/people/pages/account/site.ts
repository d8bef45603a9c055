import type { Admission } from '../../sign-in';
import type { SessionIn } from '../../sessions';
import type { TeamDetail } from '../../../merchants/team/team';
import { realms, type Realm, type RoleIn } from '../../../kernel/rules/realm';
import type { ApiDeps } from '../../../http/api-deps';
import type { Reply } from '../../../http/reply';
import { deviceCookie, halfSessionCookies, sessionCookies } from '../../../http/session-cookie';
import type { VNode } from 'preact';
import type { Confirmation } from '../../../pages/kit/confirmations';
import type { Pages } from '../../../pages/kit/pages';
import { seeOther } from '../../../pages/kit/reply';
import type { PageContext, SignedInContext } from '../../../pages/kit/screen';
import type { Around, RealmTexts } from './context';

export interface AccountSite<R extends Realm, Texts extends RealmTexts, Section extends string> {
  readonly realm: R;
  readonly pages: Pages<R, Texts, Section>;
  readonly sections: {
    readonly profile: Section;
    readonly security: Section;
    readonly activity: Section;
    readonly team: Section;
  };
  readonly teamPath: `/${string}`;
  readonly readsLog: RoleIn[R];
  readonly aroundSignIn: (context: PageContext<Texts>) => Around;
  /** Shown above the members, to managers only. */
  readonly aboveTeam?: (
    deps: ApiDeps,
    context: SignedInContext<Texts, SessionIn[R]>,
    team: TeamDetail,
  ) => Promise<VNode | null>;
}

/** Operation names are unique: those of the console have a prefix. */
export const named = (realm: Realm, name: string): string =>
  realm === 'merchant' ? name : `console${name.charAt(0).toUpperCase()}${name.slice(1)}`;

export const signedIn = (
  { config }: ApiDeps,
  realm: Realm,
  token: string,
  device: string,
): readonly string[] => {
  const { publicUrl } = config.http;
  return [
    sessionCookies[realm].write(token, publicUrl),
    halfSessionCookies[realm].clear(publicUrl),
    deviceCookie.write(device, publicUrl),
  ];
};

/** After a correct password: redirects to `next`, or to the second factor for a half-session. */
export function admitted(
  deps: ApiDeps,
  realm: Realm,
  { token, isHalf }: Admission,
  { device }: PageContext,
  { next, done }: { readonly next: string; readonly done: Confirmation | null },
): Reply {
  if (!isHalf) return seeOther(next, done, ...signedIn(deps, realm, token, device));
  const cookie = halfSessionCookies[realm].write(token, deps.config.http.publicUrl);
  const path = `${realms[realm].root}/sign-in/factor`;
  return seeOther(`${path}?next=${encodeURIComponent(next)}`, null, cookie);
}
