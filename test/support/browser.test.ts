import type * as BrowserModule from './browser';

type Hook = readonly [start: () => Promise<void>, limitMs: number];

/** The module as a test file imports it, with its hooks and a stub of Playwright. */
function importBrowser() {
  const hooks: Hook[] = [];
  const launch = jest.fn<Promise<object>, [{ timeout: number }]>(async () => ({
    newContext: jest.fn(),
    close: async () => undefined,
  }));
  const { beforeAll: original } = globalThis;
  let openBrowser: typeof BrowserModule.openBrowser | undefined;
  jest.isolateModules(() => {
    jest.doMock('playwright-core', () => ({ chromium: { launch } }));
    globalThis.beforeAll = ((...hook: Hook) => void hooks.push(hook)) as unknown as jest.Lifecycle;
    ({ openBrowser } = require('./browser') as typeof BrowserModule);
    globalThis.beforeAll = original;
  });
  if (openBrowser === undefined) throw new Error('the module exports it');
  return { openBrowser, hooks, launch };
}

beforeEach(() => {
  process.env['CHROMIUM_PATH'] = process.execPath;
});

test('a browser starts in a hook of its own, whose limit is that of a start', async () => {
  const { openBrowser, hooks, launch } = importBrowser();
  expect(hooks).toHaveLength(1);
  const [[start, limitMs]] = hooks as [Hook];
  await start();
  const [[{ timeout }]] = launch.mock.calls as [[{ timeout: number }]];
  // A minute was too short, and Playwright's own error shows what the browser wrote.
  expect(timeout).toBeGreaterThan(60_000);
  expect(limitMs).toBeGreaterThan(timeout);
  expect(await openBrowser()).toBe(await openBrowser());
  expect(launch).toHaveBeenCalledTimes(1);
});

test('a browser with arguments is another one', async () => {
  const { openBrowser, hooks, launch } = importBrowser();
  await hooks[0]?.[0]();
  expect(await openBrowser(['--x'])).not.toBe(await openBrowser());
  expect(launch).toHaveBeenCalledTimes(2);
});
