require('../../embedded/typescript');

/** Builds what the tests on the server of a real installation need, unless it is in the cache. */
const { obtainServerPrograms } = require('./programs.ts');
obtainServerPrograms({ environment: process.env }).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
