/**
 * Columns of the embedded server's table of workflows with an index that no list of the gateway,
 * its worker or Temporal's UI needs. The server writes each row twice, with an entry in every
 * index. The kept indexes are the default order, workflow id, type, status, execution time,
 * schedule and namespace division, and `by_keyword_01` to `by_keyword_10`: the server chooses one
 * of these at random for each of the gateway's search attributes. Without its index, a query by a
 * column reads all rows of its namespace.
 */
const columns: readonly string[] = [
  'history_length',
  'history_size_bytes',
  'execution_duration',
  'state_transition_count',
  'task_queue',
  'parent_workflow_id',
  'parent_run_id',
  'root_workflow_id',
  'root_run_id',
  'BatcherUser',
  'TemporalScheduledStartTime',
  'TemporalSchedulePaused',
  'TemporalPauseInfo',
  'TemporalWorkerDeploymentVersion',
  'TemporalWorkflowVersioningBehavior',
  'TemporalWorkerDeployment',
  ...['Bool', 'Datetime', 'Double', 'Int'].flatMap((type) =>
    ['01', '02', '03'].map((number) => `${type}${number}`),
  ),
];

/** `by_batcher_user` of `BatcherUser`. */
const indexOf = (column: string): string =>
  `by_${column.replaceAll(/(?<=[a-z])(?=[A-Z0])/g, '_').toLowerCase()}`;

export const unusedVisibilityIndexes: readonly string[] = columns.map(indexOf);

/** Statements that drop the unused indexes, also before their table exists. */
export const dropUnusedIndexes = unusedVisibilityIndexes.map(
  (name) => `drop index if exists ${name}`,
);

/** Statements that create the dropped indexes again, as the server's schema defines them. */
export const createUnusedIndexes = columns.map(
  (column) =>
    `create index if not exists ${indexOf(column)} on executions_visibility` +
    ` (namespace_id, ${column}, (coalesce(close_time, '9999-12-31 23:59:59+00:00')) desc,` +
    ' start_time desc, run_id)',
);
