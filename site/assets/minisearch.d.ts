// Built from the package; see builder/build.mjs.
export { default as MiniSearch } from 'minisearch';
