import type { VNode } from 'preact';
import type { Language } from './language';

/** An entry of the navigation. */
export interface Section {
  readonly path: string;
  readonly icon: VNode;
  readonly label: Readonly<Record<Language, string>>;
}

export const labelsIn = <Name extends string>(
  sections: Readonly<Record<Name, Section>>,
  language: Language,
) =>
  Object.fromEntries(
    Object.entries<Section>(sections).map(([name, { label }]) => [name, label[language]]),
  ) as Readonly<Record<Name, string>>;
