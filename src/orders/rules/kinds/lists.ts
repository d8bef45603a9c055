import { directionOf, orderKinds } from '.';

const listOf = (direction: 'in' | 'out'): string =>
  orderKinds
    .filter((kind) => directionOf(kind) === direction)
    .map((kind) => `'${kind}'`)
    .join(', ');

/** SQL lists, used as `kind in (${kindsIn})`. */
export const kindsIn = listOf('in');
export const kindsOut = listOf('out');
