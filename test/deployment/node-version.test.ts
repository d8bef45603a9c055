import { read } from './installation';

/** The end of support of each Node.js line, as nodejs.org publishes it. */
const endOfLife: Readonly<Record<string, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
};

const isSupported = (major: string | undefined, atMs: number): boolean =>
  atMs < Date.parse(endOfLife[major ?? ''] ?? '1970-01-01');

const imageMajor = /^ARG NODE_IMAGE=node:(\d+)\.\d+\.\d+-/m.exec(read('Dockerfile'))?.[1];
const { engines } = JSON.parse(read('package.json')) as { readonly engines: { node: string } };
const oldestMajor = /^>=(\d+)\.\d+$/.exec(engines.node)?.[1];

it('the image runs a Node.js that receives security fixes', () => {
  expect([imageMajor, isSupported(imageMajor, Date.now())]).toEqual([imageMajor, true]);
});

it('the image is within the versions of `engines`', () => {
  expect(Number(imageMajor)).toBeGreaterThanOrEqual(Number(oldestMajor));
});

it.each([
  ['20', '2026-04-29', true],
  ['20', '2026-05-01', false],
  ['24', '2028-05-01', false],
  ['26', '2026-11-22', false],
])('support of %s on %s: %p', (major, day, expected) => {
  expect(isSupported(major, Date.parse(day))).toBe(expected);
});
