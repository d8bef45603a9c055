require('../sandbox/embedded/typescript');

// A scan needs nothing from the network. One that asks for it all the same fails.
globalThis.fetch = () => Promise.reject(new Error('the scanner asked the network for something'));
require('../../src/slips/scan-worker.ts');
