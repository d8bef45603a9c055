import MiniSearch from 'minisearch';
import { plainText } from './html.mjs';
import { options } from '../assets/search-options.js';

const SHOWN_LENGTH = 90;

/** One entry per heading and one per described field, event and error. */
export function searchIndex(pages, language) {
  const index = new MiniSearch(options(language));
  const entries = pages.flatMap(entriesOf);
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  return JSON.stringify(index);
}

function entriesOf({ name, title, html }) {
  const main = html.replace(/<(pre|fieldset)[\s\S]*?<\/\1>/g, ' ');
  const parts = main.split(/(?=<h[23] id=")/);
  return parts.map((part, at) => {
    const [, id, heading] = /^<h[23] id="([^"]+)">([\s\S]*?)<\/h[23]>/.exec(part) ?? [];
    const own = at === 0 ? title : plainText(heading ?? '');
    const text = plainText(part.replace(/^<h\d[\s\S]*?<\/h\d>/, ''));
    return {
      url: id === undefined ? `${name}.html` : `${name}.html#${id}`,
      title: own,
      page: title,
      text,
      words: [...part.matchAll(/<code>([\w.]{3,60})<\/code>/g)].map(([, word]) => word).join(' '),
      shown: text.slice(0, SHOWN_LENGTH),
    };
  });
}
