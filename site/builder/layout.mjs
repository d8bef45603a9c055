import { escapeHtml } from './html.mjs';

/** A whole page. `contents` are the groups of the navigation. */
export function renderPage({ language, other, texts, page, contents, neighbours }) {
  const path = `${page.name}.html`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(page.title)} · ${texts.brand}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeHtml(page.summary)}">
<link rel="icon" href="../icon.svg">
<link rel="stylesheet" href="../docs.css">
<link rel="alternate" hreflang="${other}" href="../${other}/${path}">
<script type="module" src="../docs.js"></script>
</head>
<body>
<a class="skip" href="#content">${texts.skip}</a>
<header>
<a class="brand" href="index.html">Saphan <span>${texts.short}</span></a>
<search hidden><form><input type="search" aria-label="${texts.search}"
 placeholder="${texts.searchHint}" data-none="${texts.nothing}" autocomplete="off"><ul></ul>
</form></search>
<nav aria-label="${texts.name}"><a class="menu" href="#contents">${texts.menu}</a>
<a href="../${other}/${path}" hreflang="${other}" lang="${other}">${texts.other}</a>
<a href="/dashboard">${texts.dashboard}</a></nav>
</header>
<main id="content" tabindex="-1" data-copy="${texts.copy}" data-copied="${texts.copied}">
${page.html}
${pager(neighbours, texts)}
</main>
<aside id="contents">
<nav aria-label="${texts.menu}">
${contents.map((group) => navigation(group, page.name)).join('')}
</nav>
${keyField(texts)}
</aside>
</body>
</html>
`;
}

function navigation({ title, pages }, current) {
  const links = pages.map(
    ({ name, title: label }) =>
      `<li><a href="${name}.html"${name === current ? ' aria-current="page"' : ''}>` +
      `${escapeHtml(label)}</a></li>`,
  );
  return `<h2>${title}</h2><ul>${links.join('')}</ul>`;
}

/** Hidden without the script that puts the key into the samples. */
const keyField = ({ key }) =>
  `<form class="key" hidden><label for="key">${key.label}</label>` +
  '<input id="key" type="text" placeholder="sk_test_…" autocomplete="off" spellcheck="false">' +
  `<p>${key.hint} <a href="/dashboard/developers/keys">${key.link}</a></p></form>`;

function pager({ previous, next }, texts) {
  const link = (page, word, name) =>
    page === undefined
      ? ''
      : `<a class="${name}" href="${page.name}.html"><small>${word}</small> ` +
        `${escapeHtml(page.title)}</a>`;
  const label = `${texts.previous} / ${texts.next}`;
  return (
    `<nav class="pager" aria-label="${label}">${link(previous, texts.previous, 'previous')}` +
    `${link(next, texts.next, 'next')}</nav>`
  );
}
