/** A webpack loader that replaces text of a workflow's source, for bundleWithPlant. */
module.exports = function plant(source) {
  return this.getOptions().edits.reduce((text, [find, replacement]) => {
    if (!text.includes(find)) throw new Error(`${this.resourcePath} does not hold: ${find}`);
    return text.replace(find, () => replacement);
  }, source);
};
