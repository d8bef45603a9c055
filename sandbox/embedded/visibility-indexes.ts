/**
 * Indexes of the embedded server's table of workflows that no list of the gateway, its worker or
 * Temporal's UI needs. The server writes each row twice, with an entry in every index. Kept are the
 * default order, workflow id, type, status, execution time, schedule and namespace division, and
 * `by_keyword_01` to `by_keyword_10`: the server chooses one of these at random for each of the
 * gateway's search attributes. A query by another column reads all rows of its namespace.
 */
export const unusedVisibilityIndexes: readonly string[] = [
  'by_history_length',
  'by_history_size_bytes',
  'by_execution_duration',
  'by_state_transition_count',
  'by_task_queue',
  'by_parent_workflow_id',
  'by_parent_run_id',
  'by_root_workflow_id',
  'by_root_run_id',
  'by_batcher_user',
  'by_temporal_scheduled_start_time',
  'by_temporal_schedule_paused',
  'by_temporal_pause_info',
  'by_temporal_worker_deployment_version',
  'by_temporal_workflow_versioning_behavior',
  'by_temporal_worker_deployment',
  ...['bool', 'datetime', 'double', 'int'].flatMap((type) =>
    ['01', '02', '03'].map((number) => `by_${type}_${number}`),
  ),
];
