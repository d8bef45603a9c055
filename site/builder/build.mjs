// Builds the documentation as static files: guides from Markdown, the reference from OpenAPI.
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';
import { plainText } from './html.mjs';
import { renderPage } from './layout.mjs';
import { createMarkdown } from './markdown.mjs';
import { planReference } from './reference-plan.mjs';
import { Reference } from './reference.mjs';
import { createSamples, createTabs } from './samples.mjs';
import { searchIndex } from './search.mjs';
import { guides, languages } from './site-map.mjs';
import { texts } from '../texts.mjs';

const SUMMARY_LENGTH = 160;

const site = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const root = path.dirname(site);
const read = (...names) => readFileSync(path.join(...names), 'utf8');

/** Writes the pages of every language and their assets into `folder`, which it replaces. */
export function buildSite(folder) {
  const document = readDocument();
  const plan = planReference(document);
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  for (const language of languages) {
    mkdirSync(path.join(fresh, language), { recursive: true });
    const { pages, groups } = pagesOf(language, document, plan);
    const other = languages.find((each) => each !== language);
    pages.forEach((page, at) => {
      const neighbours = { previous: pages[at - 1], next: pages[at + 1] };
      const parts = { language, other, texts: texts[language], page, contents: groups, neighbours };
      writeFileSync(path.join(fresh, language, `${page.name}.html`), renderPage(parts));
    });
    writeFileSync(path.join(fresh, `search-${language}.json`), searchIndex(pages, language));
  }
  writeAssets(fresh);
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
}

/** The merchants' document, with the error codes of all documents: each has a `doc_url`. */
function readDocument() {
  const [merchants, ...others] = ['', '-providers', '-operators'].map((suffix) =>
    JSON.parse(read(root, 'docs', `openapi${suffix}.json`)),
  );
  const codes = [merchants, ...others].flatMap((document) => document['x-error-codes']);
  const byMeaning = new Map(codes.map((row) => [`${row.code} ${row.status} ${row.message}`, row]));
  return { ...merchants, 'x-error-codes': [...byMeaning.values()] };
}

function pagesOf(language, document, plan) {
  const words = texts[language];
  const { references } = plan;
  const inline = createMarkdown({ references }).inline;
  const translate = translatorTo(language);
  const tabs = createTabs(words);
  const reference = new Reference(document, { plan, texts: words, inline, translate, tabs });
  const markdown = createMarkdown({
    references,
    directives: {
      samples: createSamples(path.join(site, 'samples'), tabs),
      errors: () => reference.errors(),
      changelog: () => createMarkdown({ references }).page(changelog()),
    },
  });
  const guideOf = (name) =>
    pageOf(name, markdown.page(read(site, 'guides', language, `${name}.md`)));
  const groups = guides.map(({ group, names }) => ({
    title: words.groups[group],
    pages: names.map(guideOf),
  }));
  groups.push({
    title: words.groups.reference,
    pages: [
      ...plan.pages.map((page) => pageOf(page.name, reference.page(page))),
      pageOf(plan.events.name, reference.events()),
    ],
  });
  return { groups, pages: groups.flatMap(({ pages }) => pages) };
}

/** Of the descriptions in the OpenAPI document. Returns undefined for one without a translation. */
function translatorTo(language) {
  if (language === 'en') return (english) => english;
  const translations = JSON.parse(read(site, 'translations', `${language}.json`));
  return (english) => translations[english];
}

/** Without its title, and without links to documents of the repository. */
const changelog = () =>
  read(root, 'CHANGELOG.md')
    .replace(/^# .*\n/, '')
    .replace(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1');

function pageOf(name, html) {
  const [, title] = /<h1>([\s\S]*?)<\/h1>/.exec(html) ?? [];
  if (title === undefined) throw new Error(`${name} has no title`);
  const [, first = ''] = /<p>([\s\S]*?)<\/p>/.exec(html) ?? [];
  const summary = plainText(first).slice(0, SUMMARY_LENGTH);
  return { name, html, title: plainText(title), summary };
}

function writeAssets(folder) {
  for (const name of ['docs.css', 'icon.svg']) {
    cpSync(path.join(site, 'assets', name), path.join(folder, name));
  }
  const library = createRequire(import.meta.url).resolve('minisearch');
  const sources = {
    'docs.js': read(site, 'assets', 'docs.js'),
    'search-options.js': read(site, 'assets', 'search-options.js'),
    'minisearch.js': read(path.dirname(path.dirname(library)), 'es', 'index.js').replace(
      'MiniSearch as default',
      'MiniSearch',
    ),
  };
  for (const [name, text] of Object.entries(sources)) {
    const { code } = transformSync(text, {
      jsc: { target: 'es2022', minify: { compress: true, mangle: true } },
      minify: true,
      module: { type: 'es6' },
    });
    writeFileSync(path.join(folder, name), code);
  }
}
