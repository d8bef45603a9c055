const { createHash, randomUUID } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const optionsOf = (tsx) => ({
  jsc: {
    parser: { syntax: 'typescript', tsx },
    target: 'es2023',
    transform: { react: { runtime: 'automatic', importSource: 'preact' } },
  },
  module: { type: 'commonjs' },
});
/** In node_modules, which an installation of another compiler replaces. */
const compiledFolder = path.join(__dirname, '../../../node_modules/.cache/saphan-tests');
mkdirSync(compiledFolder, { recursive: true });

/** Lets a process of its own read the gateway's TypeScript: nothing is built when tests run. */
for (const extension of ['.ts', '.tsx']) {
  const options = optionsOf(extension === '.tsx');
  require.extensions[extension] = (module, file) => {
    module._compile(compile(readFileSync(file, 'utf8'), options), file);
  };
}

/** Compiles a source once. Tests start many processes, each of hundreds of sources. */
function compile(source, options) {
  const key = createHash('sha256').update(JSON.stringify(options)).update(source).digest('hex');
  const file = path.join(compiledFolder, `${key}.js`);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  const { code } = require('@swc/core').transformSync(source, options);
  // Another process or thread must not read a part of the file.
  const partial = `${file}.${randomUUID()}`;
  writeFileSync(partial, code);
  renameSync(partial, file);
  return code;
}
