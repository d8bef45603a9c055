import { ScheduleNotFoundError, type Client } from '@temporalio/client';
import { ConfigError } from '../../config';

/** The memo of this schedule names the installation that owns the namespace. */
export const MARKED_SCHEDULE = 'housekeeping';

/**
 * Throws ConfigError for a namespace of another installation: its workers would take this one's
 * work and find none of its orders. Returns false if no worker has created the schedules yet: the
 * first one marks the namespace with them.
 */
export async function demandOwnNamespace(client: Client, installation: string): Promise<boolean> {
  try {
    const { memo } = await client.schedule.getHandle(MARKED_SCHEDULE).describe();
    const owner = memo?.['installation'];
    if (typeof owner !== 'string' || owner === installation) return true;
    throw new ConfigError([
      `TEMPORAL_NAMESPACE: ${client.options.namespace} belongs to another installation, first` +
        ` started at ${owner}; this one was at ${installation}`,
    ]);
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return false;
    throw error;
  }
}

/** Checks the namespace before each dispatch until it is marked. */
export function guardNamespace(client: Client, installation: string): () => Promise<void> {
  let isOwn = false;
  return async () => {
    if (!isOwn) isOwn = await demandOwnNamespace(client, installation);
  };
}
