import { createHash } from 'node:crypto';
import { cloneElement, type ComponentChildren, type VNode } from 'preact';
import { Raw, renderDocument, renderHtml } from '../../platform/html';
import { assetAddress } from './assets';
import { BRAND_LOGO, BRAND_STYLES } from './brand';
import { confirmations } from './confirmations';
import { Form } from './form';
import { icons } from './icons';
import { type Language, languages } from './language';
import { CurrentPage, usePage } from './page-context';
import { MailAddress } from './parts';
import type { Group, Layout, PageContext, PublicScreen, Screen, SignedInContext } from './screen';

const languageNames: Readonly<Record<Language, string>> = { th: 'ไทย', en: 'English' };

interface RenderedPage {
  readonly html: string;
  /** Changes when the content changes; null for pages that are not refreshed. */
  readonly version: string | null;
}

export function renderSignedInPage(
  context: SignedInContext,
  screen: Screen,
  layout: Layout,
): RenderedPage {
  const main = renderHtml(
    <CurrentPage.Provider value={context}>{screen.main}</CurrentPage.Provider>,
  );
  const version = screen.live === true ? versionOf(main, context) : null;
  const { currentUrl = context.path } = screen;
  const html = renderPage(
    context,
    `${screen.title} · ${layout.siteName}`,
    <body class="framed">
      <Skip />
      <header class="top">
        <Brand />
        <p class="place">{layout.workspace}</p>
        <details class="drawer">
          <summary>
            {icons.menu}
            <span>{context.t.menu}</span>
          </summary>
          <div class="sheet">
            <p class="place">{layout.workspace}</p>
            <Navigation place="drawer" current={screen.section} groups={layout.groups} />
            <Foot layout={layout} currentUrl={currentUrl} />
          </div>
        </details>
      </header>
      <aside class="side">
        <Brand />
        <p class="place">{layout.workspace}</p>
        <Navigation place="side" current={screen.section} groups={layout.groups} />
        <Foot layout={layout} currentUrl={currentUrl} />
      </aside>
      <main id="main" tabindex={-1} data-version={version ?? undefined} data-from={screen.liveFrom}>
        {layout.warning !== null && (
          <p class="notice warn">
            {icons.warning}
            <span>{layout.warning}</span>
          </p>
        )}
        <Done />
        <Back screen={screen} />
        <div class="title">
          <h1>{screen.title}</h1>
          {screen.actions !== undefined && <div class="actions">{screen.actions}</div>}
        </div>
        <Raw html={main} />
      </main>
      <p id="live" class="spoken" role="status" />
    </body>,
  );
  return { html, version };
}

/** Without the token of the forms, which each rendering masks anew. */
const versionOf = (main: string, { formToken }: SignedInContext): string =>
  createHash('sha256').update(main.replaceAll(formToken, '')).digest('base64url').slice(0, 22);

export const renderPublicPage = (context: PageContext, screen: PublicScreen): string =>
  renderPage(
    context,
    `${screen.title} · ${context.brand.name}`,
    <body class="open">
      <Skip />
      <header>
        <Brand />
        <SandboxBadge />
      </header>
      <main id="main" tabindex={-1}>
        <Done />
        <div class="card">
          <h1>{screen.title}</h1>
          {screen.main}
        </div>
      </main>
      <footer>
        <Support />
        <Languages currentUrl={screen.currentUrl ?? context.path} />
      </footer>
    </body>,
  );

const renderPage = (context: PageContext, title: string, body: VNode): string =>
  renderDocument(
    <html lang={context.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <meta name="format-detection" content="telephone=no" />
        <title>{title}</title>
        <link rel="icon" href={assetAddress('icon.svg')} />
        <link
          rel="preload"
          href={assetAddress('sarabun-400.woff2')}
          as="font"
          type="font/woff2"
          crossorigin="anonymous"
        />
        <link rel="stylesheet" href={assetAddress('kit.css')} />
        {context.brand.colour !== null && <link rel="stylesheet" href={BRAND_STYLES} />}
        <script src={assetAddress('kit.js')} type="module" />
      </head>
      <CurrentPage.Provider value={context}>{body}</CurrentPage.Provider>
    </html>,
  );

const Skip = () => (
  <a class="skip" href="#main">
    {usePage().t.skip}
  </a>
);

function Brand() {
  const { root, brand } = usePage();
  return (
    <a class="brand" href={root}>
      {brand.logoFile === null ? (
        <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
          <rect width={32} height={32} rx={8} />
          <path d="M4 21h24M7 21V11m18 10V11M7 11c3 6 15 6 18 0M12 21v-6m4 6v-5m4 5v-6" />
        </svg>
      ) : (
        <img class="mark" src={BRAND_LOGO} alt="" />
      )}
      <span>{brand.name}</span>
    </a>
  );
}

function Support() {
  const { t, brand } = usePage();
  if (brand.supportUrl === null) return null;
  return (
    <p>
      <a href={brand.supportUrl}>{t.support}</a>
    </p>
  );
}

const Back = ({ screen: { back } }: { readonly screen: Screen }) =>
  back === undefined ? null : (
    <p class="back">
      <a href={back.path}>
        {icons.back}
        {back.title}
      </a>
    </p>
  );

export function SandboxBadge() {
  const { t, mode } = usePage();
  if (mode !== 'sandbox') return null;
  return (
    <span class="badge play" title={t.sandboxHint}>
      {t.sandbox}
    </span>
  );
}

interface NavigationProps {
  /** Distinguishes the ids of the two copies of the menu. */
  readonly place: string;
  readonly current: string;
  readonly groups: readonly Group[];
}

const Navigation = ({ place, current, groups }: NavigationProps) => (
  <nav aria-label={usePage().t.navigation}>
    {groups.map(({ name, title, sections }) => (
      <>
        {title !== null && <h2 id={`${place}-${name}`}>{title}</h2>}
        <ul aria-labelledby={title === null ? undefined : `${place}-${name}`}>
          {sections.map((section) => (
            <li>
              <a href={section.path} aria-current={section.name === current ? 'page' : undefined}>
                {iconAt(place, section)}
                <span>{section.title}</span>
                {(section.count ?? 0) > 0 && <b class="count">{section.count}</b>}
              </a>
            </li>
          ))}
        </ul>
      </>
    ))}
  </nav>
);

/** Drawn in the first copy of the menu. The second one refers to it, which saves 3 kB a page. */
function iconAt(place: string, { icon, name }: Group['sections'][number]): VNode {
  const id = `icon-${name}`;
  const { children } = icon.props;
  return cloneElement(
    icon,
    {},
    place === 'drawer' ? <g id={id}>{children}</g> : <use href={`#${id}`} />,
  );
}

interface FootProps {
  readonly layout: Layout;
  readonly currentUrl: string;
}

function Foot({ layout: { person, groups }, currentUrl }: FootProps) {
  const { t, root } = usePage();
  // Repeated at the foot, because the end of a long menu is below the fold.
  const security = groups
    .flatMap(({ sections }) => sections)
    .find(({ name }) => name === 'security');
  return (
    <div class="foot">
      <div class="who">
        <p>
          <span class="spoken">{t.signedInAs} </span>
          <strong>{person.name}</strong>{' '}
          <small>
            <MailAddress address={person.email} />
          </small>
        </p>
        {security !== undefined && (
          <a class="button quiet" href={security.path} title={security.title}>
            <IconWithName icon={security.icon} name={security.title} />
          </a>
        )}
        <Form action={`${root}/sign-out`} class="">
          <button class="button quiet" title={t.signOut}>
            <IconWithName icon={icons.out} name={t.signOut} />
          </button>
        </Form>
      </div>
      <Support />
      <Languages currentUrl={currentUrl} />
    </div>
  );
}

const IconWithName = ({ icon, name }: { icon: ComponentChildren; name: string }) => (
  <>
    {icon}
    <span class="spoken">{name}</span>
  </>
);

function Languages({ currentUrl }: { readonly currentUrl: string }) {
  const { t, language } = usePage();
  const mark = currentUrl.includes('?') ? '&' : '?';
  return (
    <div class="languages" role="group" aria-label={t.language}>
      {languages.map((other) => (
        <a
          href={`${currentUrl}${mark}lang=${other}`}
          lang={other}
          hreflang={other}
          aria-current={other === language ? 'true' : undefined}>
          {languageNames[other]}
        </a>
      ))}
    </div>
  );
}

function Done() {
  const { language, done } = usePage();
  if (done === null) return null;
  return (
    <p class="notice good" role="status">
      {icons.check}
      <span>{confirmations[done][language]}</span>
    </p>
  );
}
