const { transformFileSync } = require('@swc/core');

/** Lets a process of its own read the gateway's TypeScript: nothing is built when tests run. */
require.extensions['.ts'] = (module, file) => {
  const options = { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' } };
  const { code } = transformFileSync(file, { ...options, module: { type: 'commonjs' } });
  module._compile(code, file);
};
