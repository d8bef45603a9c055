import type { ApprovalDetail } from '../../domain/approval';
import type { Realm, RoleIn } from '../../domain/realm';
import type { AuditContext } from '../accounts/record-audit-event';
import type { Deps } from '../deps';

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

/**
 * An act that can need the approval of another person. `performAct` carries it out or proposes it.
 * The key of an act in the registry is stored with its proposals and never changes.
 */
export interface Act<Input, Result = unknown> {
  readonly title: { readonly en: string; readonly th: string };
  /** Whose people approve it. */
  readonly realm: Realm;
  /** The role that proposes it. A proposer who has lost it since proposes nothing. */
  readonly role: RoleIn[Realm];
  /**
   * Locks, and demands what is demanded of a person but not of an approved proposal. With it, the
   * act is one transaction.
   */
  readonly before?: (within: Deps, input: Input) => Promise<void>;
  readonly needsApproval: (
    deps: Deps,
    audit: AuditContext,
    input: Input,
  ) => boolean | Promise<boolean>;
  readonly facts: (deps: Deps, input: Input) => Facts<Input> | Promise<Facts<Input>>;
  /** The use case. `isAdmin`: the act is done with the rights of an admin of the console. */
  readonly run: (
    deps: Deps,
    audit: AuditContext,
    input: Input,
    isAdmin: boolean,
  ) => Promise<Result>;
}

export const act = <Input, Result = unknown>(defined: Act<Input, Result>): Act<Input, Result> =>
  defined;

/** OPERATOR_APPROVALS is on: operators need the approval of another operator. */
export const approvalsAreOn = ({ config }: Pick<Deps, 'config'>): boolean =>
  config.operators.approvals;
