import { createHash } from 'node:crypto';
import { html, type Html } from '../../lib/html';
import { languages, type Language } from './language';
import { assetAddress } from './assets';
import { tokenField } from './form';
import { icons } from './icons';
import { mailAddress } from './parts';
import type { Group, PageContext, PublicScreen, Screen, SignedInContext, Layout } from './screen';

const languageNames: Readonly<Record<Language, string>> = { th: 'ไทย', en: 'English' };

const brand = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <rect width="32" height="32" rx="8" />
  <path d="M4 21h24M7 21V11m18 10V11M7 11c3 6 15 6 18 0M12 21v-6m4 6v-5m4 5v-6" /></svg>
<span>Saphan</span>`;

export function renderSignedInPage(
  context: SignedInContext,
  screen: Screen,
  layout: Layout,
): string {
  const { t, root } = context;
  const version = versionOf(screen);
  const foot = renderFoot(context, layout, screen.currentUrl ?? context.path);
  const navigation = (place: string) => renderNavigation(context, screen.section, layout, place);
  return renderDocument(
    context,
    screen.title,
    layout.siteName,
    html`<body class="framed">
<a class="skip" href="#main">${t.skip}</a>
<header class="top">
  <a class="brand" href="${root}">${brand}</a>
  <p class="place">${layout.workspace}</p>
  <details class="drawer"><summary>${icons.menu}<span>${t.menu}</span></summary>
    <div class="sheet"><p class="place">${layout.workspace}</p>${navigation('drawer')}
      ${foot}</div></details>
</header>
<aside class="side">
  <a class="brand" href="${root}">${brand}</a>
  <p class="place">${layout.workspace}</p>
  ${navigation('side')}
  ${foot}
</aside>
<main id="main" tabindex="-1"${version === null ? null : html` data-version="${version}"`}${
      screen.liveFrom === undefined ? null : html` data-from="${screen.liveFrom}"`
    }>
  ${
    layout.warning === null
      ? null
      : html`<p class="notice warn">${icons.warning}<span>${layout.warning}</span></p>`
  }
  ${renderDone(context)}
  ${renderBack(screen)}
  <div class="title"><h1>${screen.title}</h1>${
    screen.actions === undefined ? null : html`<div class="actions">${screen.actions}</div>`
  }</div>
  ${screen.main}
</main>
<p id="live" class="spoken" role="status"></p>
</body>`,
  );
}

const renderBack = ({ back }: Screen): Html | null =>
  back === undefined
    ? null
    : html`<p class="back"><a href="${back.path}">${icons.back}${back.title}</a></p>`;

/** Changes when the content changes; null for pages that are not refreshed. */
export const versionOf = ({ main, live }: Screen): string | null =>
  live === true ? createHash('sha256').update(main.text).digest('base64url').slice(0, 22) : null;

export function renderPublicPage(context: PageContext, screen: PublicScreen): string {
  return renderDocument(
    context,
    screen.title,
    'Saphan',
    html`<body class="open">
<a class="skip" href="#main">${context.t.skip}</a>
<header><a class="brand" href="${context.root}">${brand}</a>
  ${sandboxBadge(context)}</header>
<main id="main" tabindex="-1">${renderDone(context)}<div class="card">
  <h1>${screen.title}</h1>
  ${screen.main}</div></main>
<footer>${renderLanguages(context, screen.currentUrl ?? context.path)}</footer>
</body>`,
  );
}

function renderDocument(context: PageContext, title: string, siteName: string, body: Html): string {
  return html`<!doctype html>
<html lang="${context.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<title>${title} · ${siteName}</title>
<link rel="icon" href="${assetAddress('icon.svg')}">
<link rel="preload" href="${assetAddress('sarabun-400.ttf')}" as="font" type="font/ttf" crossorigin>
<link rel="stylesheet" href="${assetAddress('kit.css')}">
<script src="${assetAddress('kit.js')}" type="module"></script>
</head>
${body}
</html>
`.text;
}

export const sandboxBadge = ({ t, mode }: PageContext): Html | null =>
  mode === 'sandbox'
    ? html`<span class="badge play" title="${t.sandboxHint}">${t.sandbox}</span>`
    : null;

function renderNavigation(
  { t }: SignedInContext,
  current: string,
  { groups }: Layout,
  place: string,
): Html {
  const link = ({ name, title, path, icon, count = null }: Group['sections'][number]) =>
    html`<li><a href="${path}"${
      name === current ? html` aria-current="page"` : null
    }>${icon}<span>${title}</span>${
      count === null || count === 0 ? null : html`<b class="count">${count}</b>`
    }</a></li>`;
  return html`<nav aria-label="${t.navigation}">${groups.map(({ name, title, sections }) =>
    title === null
      ? html`<ul>${sections.map(link)}</ul>`
      : html`<h2 id="${place}-${name}">${title}</h2>
        <ul aria-labelledby="${place}-${name}">${sections.map(link)}</ul>`,
  )}</nav>`;
}

const renderSecurity = ({ path, title, icon }: Group['sections'][number]): Html =>
  html`<a class="button quiet" href="${path}" title="${title}">${icon}
    <span class="spoken">${title}</span></a>`;

function renderFoot(context: SignedInContext, { person, groups }: Layout, self: string): Html {
  const { t, root } = context;
  // Repeated at the foot, because the end of a long menu is below the fold.
  const security = groups
    .flatMap(({ sections }) => sections)
    .find(({ name }) => name === 'security');
  return html`<div class="foot">
  <div class="who"><p><span class="spoken">${t.signedInAs} </span><strong>${person.name}</strong>
    <small>${mailAddress(person.email)}</small></p>
  ${security === undefined ? null : renderSecurity(security)}
  <form method="post" action="${root}/sign-out">${tokenField(context)}
    <button class="button quiet" title="${t.signOut}">${icons.out}
    <span class="spoken">${t.signOut}</span></button></form></div>
  ${renderLanguages(context, self)}
</div>`;
}

function renderLanguages({ t, language }: PageContext, self: string): Html {
  const mark = self.includes('?') ? '&' : '?';
  const link = (other: Language) => html`<a href="${self}${mark}lang=${other}" lang="${other}"
    hreflang="${other}"${other === language ? html` aria-current="true"` : null}
    >${languageNames[other]}</a>`;
  return html`<div class="languages" role="group" aria-label="${t.language}">
    ${languages.map(link)}</div>`;
}

function renderDone({ t, done }: PageContext): Html | null {
  if (done === null) return null;
  return html`<p class="notice good" role="status">${icons.check}
    <span>${t.done[done] ?? ''}</span></p>`;
}
