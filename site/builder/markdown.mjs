import { Marked } from 'marked';
import { codeBlock } from './highlight.mjs';
import { escapeHtml, plainText } from './html.mjs';

/** Thai letters are kept: browsers encode them in links. */
export const anchorOf = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** `page.md#part` is another guide, `ref:name` an operation or object of the reference. */
function hrefOf(href, references) {
  if (!href.startsWith('ref:')) return href.replace(/^([\w-]+)\.md(?=#|$)/, '$1.html');
  const found = references.get(href.slice(4));
  if (found === undefined) throw new Error(`the reference has no ${href.slice(4)}`);
  return found;
}

const heading = ({ depth, html, id }) =>
  depth === 1
    ? `<h1>${html}</h1>`
    : `<h${depth} id="${id}"><a class="anchor" href="#${id}">${html}</a></h${depth}>`;

/**
 * Markdown with `@name argument` lines, which `directives` render. The headings of a page have
 * unique ids.
 */
export function createMarkdown({ references, directives = {} }) {
  let used = new Set();
  const marked = new Marked({
    extensions: [
      {
        name: 'directive',
        level: 'block',
        start: (text) => text.match(/^@/m)?.index,
        tokenizer(text) {
          const [raw, name, argument] = /^@(\w+)(?: (\S+))?(?:\n|$)/.exec(text) ?? [];
          return raw === undefined ? undefined : { type: 'directive', raw, name, argument };
        },
        renderer({ name, argument }) {
          const render = directives[name];
          if (render === undefined) throw new Error(`no directive @${name}`);
          return render(argument);
        },
      },
    ],
    renderer: {
      code: ({ text, lang }) => codeBlock(text, lang),
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const id = uniqueIn(used, anchorOf(plainText(html)));
        return heading({ depth, html, id });
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        return `<a href="${escapeHtml(hrefOf(href, references))}">${text}</a>`;
      },
      table(token) {
        const row = (cells, tag) => {
          const texts = cells.map(({ tokens }) => this.parser.parseInline(tokens));
          return `<tr>${texts.map((text) => `<${tag}>${text}</${tag}>`).join('')}</tr>`;
        };
        const body = token.rows.map((cells) => row(cells, 'td')).join('');
        return wideTable(row(token.header, 'th'), body);
      },
    },
  });
  return {
    page(text) {
      used = new Set();
      return marked.parse(text);
    },
    inline: (text) => marked.parseInline(text),
  };
}

/** Scrolls sideways on a phone, also by keyboard. */
export const wideTable = (head, body) =>
  `<div class="wide" tabindex="0"><table><thead>${head}</thead>` +
  `<tbody>${body}</tbody></table></div>`;

function uniqueIn(used, id) {
  let name = id;
  for (let n = 2; used.has(name); n++) name = `${id}-${n}`;
  used.add(name);
  return name;
}
