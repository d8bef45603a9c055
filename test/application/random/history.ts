import { fc } from '../../support/property';

/*
 * A history is data: the same steps with the same choices play the same way. A choice selects an
 * object that exists when the step is played, by its remainder.
 */

const acts = [
  'create',
  'refund',
  'pay',
  'early',
  'back',
  'repeat',
  'say',
  'unknown',
  'apply',
  'expire',
  'unsure',
  'resolve',
  'wrong',
  'err',
  'correct',
  'erase',
] as const;
export type Act = (typeof acts)[number];

export interface Step {
  readonly act: Act;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

export interface History {
  /** The operator knows what the bank has moved, and the provider reports it in the end. */
  readonly isHonest: boolean;
  /** The opening balance of the merchant. */
  readonly openingBaht: number;
  /** The kind of the first order. */
  readonly begins: number;
  readonly steps: readonly Step[];
}

/** How often each act occurs in a history of a theme. */
type Theme = Readonly<Partial<Record<Act, number>>>;
const orders: Theme = {
  create: 1,
  refund: 3,
  pay: 6,
  early: 1,
  back: 4,
  repeat: 2,
  say: 4,
  apply: 1,
  expire: 1,
  unsure: 2,
  resolve: 9,
  wrong: 1,
  err: 5,
  correct: 3,
  erase: 1,
};
const unknown: Theme = {
  create: 1,
  unknown: 6,
  pay: 1,
  early: 3,
  repeat: 4,
  apply: 1,
  resolve: 6,
  wrong: 2,
  err: 2,
  correct: 2,
  erase: 1,
};

const choice = fc.nat({ max: 59 });

const stepsOf = (theme: Theme) =>
  fc.array(
    fc.record({
      act: fc.oneof(
        ...acts.flatMap((act) => {
          const weight = theme[act] ?? 0;
          return weight === 0 ? [] : [{ weight, arbitrary: fc.constant(act) }];
        }),
      ),
      a: choice,
      b: choice,
      c: choice,
    }),
    { minLength: 6, maxLength: 12, size: 'max' },
  );

export const history: fc.Arbitrary<History> = fc.record({
  isHonest: fc.oneof(
    { weight: 2, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  openingBaht: fc.constantFrom(100_000, 100_000, 150),
  begins: choice,
  steps: fc.oneof(
    { weight: 2, arbitrary: stepsOf(orders) },
    { weight: 1, arbitrary: stepsOf(unknown) },
  ),
});
