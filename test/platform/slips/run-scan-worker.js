require('../../sandbox/embedded/typescript');

// A scan needs no network: an attempt fails.
globalThis.fetch = () => Promise.reject(new Error('the scanner asked the network for something'));
require('../../../src/platform/slips/scan-worker.ts');
