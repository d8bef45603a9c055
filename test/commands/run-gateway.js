/** The `gateway` command from its sources, in a process of its own. */
require('../sandbox/embedded/typescript');
require('../support/js-names');
require('../../src/main.ts');
