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
  'again',
  'repeat',
  'say',
  'unknown',
  'apply',
  'expire',
  'unsure',
  'resolve',
  'reconcile',
  'wrong',
  'erase',
  'price',
  'mature',
] as const;
export type Act = (typeof acts)[number];

export interface Step {
  readonly act: Act;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  /** The operator errs in one of ten acts: 0. */
  readonly care: number;
}

export interface History {
  /** The provider reports what the bank has moved, all of it in the end, and nothing else. */
  readonly isHonest: boolean;
  /** The operator compares each offer with the statement before he decides. */
  readonly isWary: boolean;
  /** The opening balance of each merchant. */
  readonly openingBaht: number;
  /** The kind of the first order. */
  readonly begins: number;
  /** Orders cost something from the beginning. */
  readonly isPriced: boolean;
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
  again: 2,
  repeat: 2,
  say: 4,
  apply: 1,
  expire: 1,
  unsure: 2,
  resolve: 13,
  reconcile: 3,
  wrong: 1,
  erase: 1,
  price: 1,
  mature: 2,
};
const unknown: Theme = {
  create: 2,
  unknown: 6,
  pay: 1,
  early: 3,
  back: 1,
  repeat: 4,
  apply: 1,
  resolve: 8,
  reconcile: 2,
  wrong: 2,
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
      care: fc.nat({ max: 9 }),
    }),
    { minLength: 6, maxLength: 14, size: 'max' },
  );

export const history: fc.Arbitrary<History> = fc.record({
  isHonest: fc.oneof(
    { weight: 3, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  isWary: fc.boolean(),
  openingBaht: fc.constantFrom(100_000, 100_000, 150),
  begins: choice,
  isPriced: fc.boolean(),
  steps: fc.oneof(
    { weight: 2, arbitrary: stepsOf(orders) },
    { weight: 1, arbitrary: stepsOf(unknown) },
  ),
});
