/** fast-check with the seed of the run. Every randomized test uses it, or `seed`. */
import fc from 'fast-check';

/** `SAPHAN_SEED` repeats a run; `.ci/run` sets it. Without it, each test file has its own. */
export const seed = Number(process.env['SAPHAN_SEED'] ?? Math.floor(Math.random() * 2 ** 30));

fc.configureGlobal({ seed });

export { fc };
