import type { OperationFacts } from '../definition';
import { introduction } from './introduction';

/**
 * Each audience has its own document: a merchant calls neither callbacks nor the operators' API.
 */
export const audiences = ['merchants', 'providers', 'operators'] as const;
export type Audience = (typeof audiences)[number];

export const audienceOf = ({ family }: Pick<OperationFacts, 'family'>): Audience =>
  family === 'callback' ? 'providers' : family === 'ops' ? 'operators' : 'merchants';

/** File names, also at the root of the API. */
export const documentNames: Readonly<Record<Audience, string>> = {
  merchants: 'openapi.json',
  providers: 'openapi-providers.json',
  operators: 'openapi-operators.json',
};

interface Introduction {
  readonly title: string;
  readonly summary: string;
  readonly description: string;
}

export const introductions: Readonly<Record<Audience, Introduction>> = {
  merchants: {
    title: 'Saphan payment gateway',
    summary: 'QR payments, deposits, withdrawals and webhooks for Thailand.',
    description: introduction,
  },
  providers: {
    title: 'Saphan provider callbacks',
    summary: 'Reports of payment providers about orders.',
    description: `A provider reports the outcome of an order. With the key of its account, it calls
the paths by kind of order; each account also has a path with a token of its own. A callback is
stored before it is answered.`,
  },
  operators: {
    title: 'Saphan operations',
    summary: 'Health, metrics and exceptions of an installation.',
    description: `For operators of the gateway. \`OPERATOR_KEY\` is the key. Metrics are public in
the sandbox only.`,
  },
};
