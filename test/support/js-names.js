const { Module } = require('node:module');

/** Lets sources import `./name.js`, as dynamic imports do, where only `name.ts` exists. */
const resolve = Module._resolveFilename;
Module._resolveFilename = function resolveSource(request, parent, ...rest) {
  const isOurs = /^\.\.?\/.*\.js$/.test(request) && parent?.filename?.endsWith('.ts') === true;
  const name = isOurs ? request.replace(/\.js$/, '') : request;
  return resolve.call(this, name, parent, ...rest);
};
