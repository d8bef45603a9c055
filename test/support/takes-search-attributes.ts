import { ServiceError, isGrpcServiceError, type Client } from '@temporalio/client';
import { merchantIdKey } from '../../src/kernel/temporal/search-attributes';

const INVALID_ARGUMENT = 3;

/**
 * Whether a workflow with our search attributes can be started in the client's namespace. The
 * full server lists them at once, but each of its services learns about them some seconds later
 * and rejects starts until then.
 */
export async function takesSearchAttributes(client: Client): Promise<boolean> {
  const workflowId = 'probe';
  try {
    const probe = await client.workflow.start('probe', {
      workflowId,
      taskQueue: 'nobody',
      // Replaces a workflow that an earlier, crashed check left running.
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
