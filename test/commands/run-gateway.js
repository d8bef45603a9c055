require('../sandbox/embedded/typescript');
const Module = require('node:module');

/** The `gateway` command from its sources: resolves imports of `.js` to `.ts`. */
const resolve = Module._resolveFilename;
Module._resolveFilename = function resolveSource(request, parent, ...rest) {
  const isOurs = /^\.\.?\/.*\.js$/.test(request) && parent?.filename?.endsWith('.ts') === true;
  const name = isOurs ? request.replace(/\.js$/, '') : request;
  return resolve.call(this, name, parent, ...rest);
};
require('../../src/main.ts');
