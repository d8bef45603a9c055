const { Module, createRequire, isBuiltin } = require('node:module');
const path = require('node:path');
const { compileFunction, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');
require('./js-names');

const root = path.resolve(__dirname, '../..') + path.sep;
const tests = path.join(root, 'test') + path.sep;
/** Packages that Jest loads for each test file. */
const framework = /^(@jest\/|jest-|expect$)/;

/** The runtime of the current test file, which transforms what Node loads. */
let current;
/** The source map of each shared module, by its file. */
const sourceMaps = new Map();

function load(module, file) {
  const code = current.transformCache.transform(file);
  sourceMaps.set(file, current.transformCache.getSourceMaps().get(file));
  module._compile(code, file);
}
// Node looks for the file of a name without an extension in this order.
for (const extension of ['.ts', '.tsx']) Module._extensions[extension] = load;

const resolvers = new Map();
function resolve(from, name) {
  let resolver = resolvers.get(from);
  if (resolver === undefined) resolvers.set(from, (resolver = createRequire(from).resolve));
  try {
    return resolver(name);
  } catch {
    // Jest's own error names the importing file.
    return undefined;
  }
}

/**
 * Loads the product and the packages once per worker, instead of once per test file, which takes
 * half of the CPU time of a run. Test files and their support are loaded per file, by jest: what
 * `jest.mock` replaces there is not replaced for a module of the product.
 */
module.exports = class SharedModulesRuntime extends Runtime {
  constructor(...settings) {
    super(...settings);
    current = this;
    for (const [file, map] of sourceMaps) this.transformCache.getSourceMaps().set(file, map);
    const { executor } = this.cjsLoader;
    executor.compile = (source, filename) =>
      compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  requireModuleOrMock(from, name) {
    if (isBuiltin(name) || framework.test(name)) return super.requireModuleOrMock(from, name);
    if (this.mockState.shouldMockCjs(from, name).shouldMock)
      return super.requireModuleOrMock(from, name);
    const file = resolve(from, name);
    if (file === undefined || !file.startsWith(root) || file.startsWith(tests))
      return super.requireModuleOrMock(from, name);
    return require(file);
  }

  /** The process is that of the worker: its functions stay as they are. */
  installGetBuiltinModule() {}
};
module.exports.default = module.exports;
