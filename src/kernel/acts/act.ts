import type { ApprovalDetail } from '../approvals/rules/approval';
import { realms, type Realm, type RoleIn } from '../rules/realm';
import type { StepUp } from '../../people/rules/second-factor';
import type { AuditContext } from '../audit/record-audit-event';
import type { ActDeps, Deps } from '../../deps';
import type { Entry } from './entry';

/** What the person who approves an act reads about it. */
export interface Facts<Input> {
  /** Whose approvals the proposal belongs to. Null: the operators' alone. */
  readonly merchantId: string | null;
  /** The id of the act's object. */
  readonly subject: string;
  /** Contains no secrets. */
  readonly detail: ApprovalDetail;
  /** Stored with the input: the approved act applies to what the facts describe. */
  readonly pinned?: Partial<Input>;
}

interface Approved<Input> {
  /** Whose people approve it. */
  readonly realm: Realm;
  readonly title: { readonly en: string; readonly th: string };
  readonly needsApproval: (
    deps: ActDeps,
    audit: AuditContext,
    input: Input,
  ) => boolean | Promise<boolean>;
  readonly facts: (deps: ActDeps, input: Input) => Facts<Input> | Promise<Facts<Input>>;
}

type NeverApproved<Input> = {
  readonly [Name in Exclude<keyof Approved<Input>, 'realm'>]?: undefined;
} & {
  /** Whose people do it; null: those of either realm. */
  readonly realm: Realm | null;
};

interface Doing<Input, Result> {
  /**
   * The role that does or proposes it; `manager` in either realm is an owner or an admin. A
   * proposer who has lost it since proposes nothing.
   */
  readonly role: RoleIn[Realm] | 'manager';
  /** Absent: its form never asks for a second factor. */
  readonly stepUp?: StepUp;
  /** Absent: no command does it. */
  readonly entry?: Entry<Input>;
  /**
   * Locks, and demands what is demanded of a person but not of an approved proposal. With it, the
   * act is one transaction.
   */
  readonly before?: (within: ActDeps, input: Input) => Promise<void>;
  /** The use case. `isAdmin`: the act is done with the rights of an admin of the console. */
  readonly run: (
    deps: ActDeps,
    audit: AuditContext,
    input: Input,
    isAdmin: boolean,
  ) => Promise<Result>;
}

/**
 * A change that a person or a command makes. `performAct` carries it out, or proposes it to another
 * person. The key of an act in the registry is stored with its proposals and never changes.
 */
export type Act<Input, Result = unknown> = Doing<Input, Result> &
  (Approved<Input> | NeverApproved<Input>);

export const act = <Input, Result = unknown>(defined: Act<Input, Result>): Act<Input, Result> =>
  defined;

export const roleOf = <R extends Realm>({ role }: Pick<Act<never>, 'role'>, realm: R): RoleIn[R] =>
  (role === 'manager' ? realms[realm].manager : role) as RoleIn[R];

/** OPERATOR_APPROVALS is on: operators need the approval of another operator. */
export const approvalsAreOn = ({ config }: Pick<Deps, 'config'>): boolean =>
  config.operators.approvals;
