// Colours code at build time. Pages get classes, because their policy forbids inline styles.
import { createHighlighterCore, createCssVariablesTheme } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import bash from 'shiki/langs/bash.mjs';
import http from 'shiki/langs/http.mjs';
import json from 'shiki/langs/json.mjs';
import php from 'shiki/langs/php.mjs';
import python from 'shiki/langs/python.mjs';
import typescript from 'shiki/langs/typescript.mjs';
import { escapeHtml } from './html.mjs';

const theme = createCssVariablesTheme({ name: 'saphan', variablePrefix: '--' });
const names = { sh: 'bash', ts: 'typescript', py: 'python' };

const highlighter = await createHighlighterCore({
  themes: [theme],
  langs: [bash, http, json, php, python, typescript],
  engine: createJavaScriptRegexEngine(),
});

/** The HTML of a block of code. An unknown language has no colours. */
export function codeBlock(text, language = '') {
  const name = names[language] ?? language;
  const isKnown = highlighter.getLoadedLanguages().includes(name);
  const inner = isKnown ? coloured(text, name) : escapeHtml(text);
  return `<pre tabindex="0"><code>${inner}</code></pre>`;
}

function coloured(text, lang) {
  const { tokens } = highlighter.codeToTokens(text, { lang, theme: 'saphan' });
  return tokens.map((line) => joinSameClass(line).map(spanOf).join('')).join('\n');
}

function joinSameClass(line) {
  const joined = [];
  for (const { content, color } of line) {
    const name = classOf(color);
    const last = joined.at(-1);
    if (last?.name === name || (last !== undefined && content.trim() === '')) {
      last.content += content;
    } else joined.push({ name, content });
  }
  return joined;
}

const classOf = (color = '') => /--token-([\w-]+)/.exec(color)?.[1] ?? '';

function spanOf({ name, content }) {
  const text = escapeHtml(content);
  return name === '' || name === 'punctuation' ? text : `<span class="c-${name}">${text}</span>`;
}
