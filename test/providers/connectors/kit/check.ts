import type { Connector } from '../../../../src/providers/connectors/connector';
import type { Subject } from './subject';

/** A test of one connector. `run` rejects when the connector is at fault. */
export interface Check {
  /** `<subject> <does something> [when …]` */
  readonly title: string;
  run(): Promise<void> | void;
}

export interface Kit<Settings extends object = object> {
  readonly connector: Connector<Settings>;
  readonly subject: Subject<Settings>;
}

export interface Group {
  readonly title: string;
  readonly checks: (kit: Kit) => readonly Check[];
}

/** A check that fails: a trait demands something that the subject does not have. */
export const missing = (thing: string): Check => ({
  title: `${thing} is part of the subject`,
  run: () => {
    throw new Error(`the subject has no ${thing}`);
  },
});
