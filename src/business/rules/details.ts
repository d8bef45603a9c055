/** What a merchant writes about its business; null where nothing is written. */
export interface Details {
  /** As the company or the person is registered. */
  readonly legalName: string | null;
  readonly taxId: string | null;
  readonly branch: string | null;
  readonly address: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** "#rrggbb" in lower case. */
  readonly colour: string | null;
}

/** `name` is the one that payers see. */
export type Profile = Details & { readonly name: string };

export const noDetails: Details = {
  legalName: null,
  taxId: null,
  branch: null,
  address: null,
  email: null,
  phone: null,
  colour: null,
};

const identity = ['name', 'legalName', 'taxId', 'branch'] as const;

/** The names and numbers that an operator verifies together. */
export const isSameIdentity = (one: Profile, other: Profile): boolean =>
  identity.every((field) => one[field] === other[field]);

/** Nothing can be verified without both. */
export const hasIdentity = ({ legalName, taxId }: Details): boolean =>
  legalName !== null && taxId !== null;

/** In the order of the form. */
export const changedFields = (before: Profile, after: Profile): readonly string[] =>
  (Object.keys(after) as (keyof Profile)[]).filter((field) => before[field] !== after[field]);
