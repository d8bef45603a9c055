import { ServiceError, isGrpcServiceError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { merchantIdKey } from '../../src/temporal/search-attributes';

const INVALID_ARGUMENT = 3;

/**
 * Whether a workflow with our search attributes can be started in the client's namespace. A server
 * that is made of services lists them at once, but each service hears of them by itself, within
 * seconds; what is started until then is refused.
 */
export async function takesSearchAttributes(client: Client): Promise<boolean> {
  const workflowId = 'probe';
  try {
    const probe = await client.workflow.start('probe', {
      workflowId,
      taskQueue: 'nobody',
      // One that was started before a crash, and not ended, must not be in the way for ever.
      workflowIdConflictPolicy: 'TERMINATE_EXISTING',
      typedSearchAttributes: [{ key: merchantIdKey, value: workflowId }],
    });
    await probe.terminate();
    await client.workflowService.deleteWorkflowExecution({
      namespace: client.options.namespace,
      workflowExecution: { workflowId },
    });
    return true;
  } catch (error) {
    const cause = error instanceof ServiceError ? error.cause : error;
    if (isGrpcServiceError(cause) && cause.code === INVALID_ARGUMENT) return false;
    throw error;
  }
}
