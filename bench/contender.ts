import type { CycleKind } from './cycle-kinds';
import type { Route, Target } from './driver/jobs';

/** A measured system: its endpoints and its processes. */
export interface Contender<Process extends string = string, Kind extends CycleKind = 'payment'> {
  readonly targets: Readonly<Record<Kind, Target>>;
  readonly pids: Readonly<Record<Process, number>>;
  readonly databaseUrl: string;
}

export interface Entrance {
  readonly origin: string;
  /** Headers of create requests and of callbacks. */
  readonly headers: Readonly<Record<'create' | 'callback', Route['headers']>>;
  readonly paths: Readonly<Record<CycleKind, Readonly<Record<'create' | 'callback', string>>>>;
}

/** The endpoints of a gateway with all kinds of orders. */
export function targetsOf({ origin, headers, paths }: Entrance): Record<CycleKind, Target> {
  const target = (kind: CycleKind): Target => ({
    kind,
    origin,
    create: { path: paths[kind].create, headers: headers.create },
    callback: { path: paths[kind].callback, headers: headers.callback },
  });
  return {
    payment: target('payment'),
    deposit: target('deposit'),
    withdrawal: target('withdrawal'),
    refund: target('refund'),
  };
}
