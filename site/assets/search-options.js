/**
 * Thai has no spaces between words, so the browser segments them.
 * @param {string} language
 * @returns {(text: string) => string[]}
 */
function tokenizer(language) {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  return (text) =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}_]+/u)
      .flatMap((part) =>
        /[\u0e00-\u0e7f]/.test(part)
          ? Array.from(segmenter.segment(part), ({ segment }) => segment)
          : [part],
      )
      .filter((part) => part.length > 1);
}

/**
 * The same for the index at build time and for the search.
 * @param {string} language
 * @returns {import('minisearch').Options}
 */
export const options = (language) => ({
  fields: ['title', 'words', 'text'],
  storeFields: ['url', 'title', 'page', 'shown'],
  tokenize: tokenizer(language),
  searchOptions: { boost: { title: 4, words: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
});
