// Everything works without this script but the search, the copy buttons and the reader's key.
import { options } from './search-options.js';

/** The dashboard writes a new test key into it. */
const KEY = 'saphan_docs_key';
const LANGUAGE = 'saphan_docs_sample';
const RESULTS_MAX = 12;
const COPIED_MS = 1_500;
const SAMPLE_KEY = 'sk_test_…';
const SAMPLE_URL = 'http://localhost:8080';

/**
 * @template E
 * @param {string} selector
 * @param {new () => E} type
 */
function all(selector, type) {
  /** @type {E[]} */
  const found = [];
  for (const element of document.querySelectorAll(selector)) {
    if (element instanceof type) found.push(element);
  }
  return found;
}

/** An anchor of the page that errors linked to before they had a page of their own. */
if (location.hash.startsWith('#error-') && !location.pathname.endsWith('/errors.html')) {
  location.replace(`errors.html${location.hash}`);
}

/** @param {string | null} language */
function selectSamples(language) {
  for (const input of all('.samples input', HTMLInputElement)) {
    if (input.value === language) input.checked = true;
  }
}

function keepSampleLanguage() {
  selectSamples(localStorage.getItem(LANGUAGE));
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches('.samples input')) return;
    localStorage.setItem(LANGUAGE, target.value);
    const { top } = target.getBoundingClientRect();
    selectSamples(target.value);
    // Samples above have changed their height.
    scrollBy(0, target.getBoundingClientRect().top - top);
  });
}

function addCopyButtons() {
  const { copy = '', copied = '' } = document.querySelector('main')?.dataset ?? {};
  for (const block of all('pre', HTMLPreElement)) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = copy;
    const done = () => {
      button.textContent = copied;
      setTimeout(() => {
        button.textContent = copy;
      }, COPIED_MS);
    };
    button.addEventListener('click', () => {
      const text = block.querySelector('code')?.textContent ?? '';
      void navigator.clipboard.writeText(text).then(done);
    });
    const frame = document.createElement('div');
    frame.className = 'copyable';
    block.replaceWith(frame);
    frame.append(block, button);
  }
}

/**
 * The text nodes of the samples that have a placeholder, with their original text.
 * @returns {{ node: Text, text: string }[]}
 */
function placeholders() {
  const found = [];
  for (const block of all('pre code', HTMLElement)) {
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.nodeValue ?? '';
      const has = text.includes(SAMPLE_KEY) || text.includes(SAMPLE_URL);
      if (node instanceof Text && has) found.push({ node, text });
    }
  }
  return found;
}

/**
 * Puts the reader's test key and the address of this gateway into the samples. The gateway stores
 * the hash of a key only, so the key comes from the reader, and stays in this tab.
 */
function personalizeSamples() {
  const nodes = placeholders();
  const url = location.pathname.startsWith('/docs/') ? location.origin : SAMPLE_URL;
  const input = document.querySelector('.key input');
  const form = document.querySelector('.key');
  const show = () => {
    const key = sessionStorage.getItem(KEY) ?? SAMPLE_KEY;
    for (const { node, text } of nodes) {
      node.nodeValue = text.replaceAll(SAMPLE_KEY, key).replaceAll(SAMPLE_URL, url);
    }
  };
  show();
  if (!(input instanceof HTMLInputElement) || !(form instanceof HTMLFormElement)) return;
  form.hidden = false;
  form.addEventListener('submit', (event) => event.preventDefault());
  input.value = sessionStorage.getItem(KEY) ?? '';
  input.addEventListener('input', () => {
    const key = input.value.trim();
    // A live key does not belong into a page.
    if (/^sk_test_[\w-]+$/.test(key)) sessionStorage.setItem(KEY, key);
    else sessionStorage.removeItem(KEY);
    show();
  });
}

/** @typedef {{ url: string, title: string, page: string, shown: string }} Found */

function startSearch() {
  const box = document.querySelector('search');
  const input = box?.querySelector('input');
  const list = box?.querySelector('ul');
  if (!box || !input || !list) return;
  /** @type {Promise<(text: string) => Found[]> | null} */
  let engine = null;
  const load = () => (engine ??= loadSearch());
  const show = async () => {
    const text = input.value.trim();
    if (text === '') return list.replaceChildren();
    const search = await load();
    if (input.value.trim() !== text) return;
    const found = search(text).slice(0, RESULTS_MAX).map(resultOf);
    list.replaceChildren(...(found.length === 0 ? [nothing(input)] : found));
  };
  input.addEventListener('focus', () => void load(), { once: true });
  input.addEventListener('input', () => void show());
  input.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    const first = list.querySelector('a');
    if (first !== null) location.assign(first.href);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') list.replaceChildren();
    else if (event.key === '/' && !(event.target instanceof HTMLInputElement)) {
      event.preventDefault();
      input.focus();
    }
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !box.contains(target)) list.replaceChildren();
  });
  box.hidden = false;
}

/** @returns {Promise<(text: string) => Found[]>} */
async function loadSearch() {
  const language = document.documentElement.lang;
  const [{ MiniSearch }, response] = await Promise.all([
    import('./minisearch.js'),
    fetch(`../search-${language}.json`),
  ]);
  const index = MiniSearch.loadJSON(await response.text(), options(language));
  return (text) =>
    index.search(text).map(({ url, title, page, shown }) => ({ url, title, page, shown }));
}

/** @param {Found} found */
function resultOf({ url, title, page, shown }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = url;
  const [name, text] = [document.createElement('b'), document.createElement('small')];
  name.textContent = title === page ? title : `${page} › ${title}`;
  text.textContent = shown;
  link.append(name, text);
  item.append(link);
  return item;
}

/** @param {HTMLInputElement} input */
function nothing({ dataset: { none = '' } }) {
  const item = document.createElement('li');
  item.textContent = none;
  return item;
}

keepSampleLanguage();
personalizeSamples();
addCopyButtons();
startSearch();
