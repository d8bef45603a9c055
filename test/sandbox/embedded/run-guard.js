require('./typescript');
require('../../../sandbox/embedded/guard.ts');
