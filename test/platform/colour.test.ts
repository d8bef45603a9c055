import { inkOn, readColour } from '../../src/platform/colour';

it('a colour is read in either case, with or without its sign', () => {
  expect(['#0F766E', '0f766e', '#fff', 'red', '#0f766e;'].map(readColour)).toEqual([
    '#0f766e',
    '#0f766e',
    null,
    null,
    null,
  ]);
});

/** Ratios as in WCAG 2.2: black on white is 21:1, white on #767676 4.54:1. */
it('the text colour on a background is the more legible one', () => {
  expect(['#ffffff', '#000000', '#ffff00', '#0000ff', '#0f766e', '#767676'].map(inkOn)).toEqual([
    '#000000',
    '#ffffff',
    '#000000',
    '#ffffff',
    '#ffffff',
    '#000000',
  ]);
});
