require('./typescript');
require('../../src/embedded/guard.ts');
