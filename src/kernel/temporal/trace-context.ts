import { WorkflowClient, type Client, type WorkflowClientInterceptor } from '@temporalio/client';
import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { TRACE_HEADER } from '../../../workflows/contract';
import type { OutboxMessage } from '../outbox/store/messages';
import {
  readTraceParent,
  spanned,
  within,
  type TraceParent,
  type Tracer,
} from '../../platform/observe/tracing';
import { dispatchMessage } from '../outbox/dispatch-message';
import type { LabelOrder } from '../outbox/order-labels';

/**
 * Dispatches a message as a span of the request that wrote it, and passes that span to the
 * workflow. A message without a trace is only dispatched.
 */
export function dispatchTraced(
  client: Client,
  dispatch: OutboxMessage,
  { tracer, label }: { readonly tracer: Tracer; readonly label: LabelOrder },
): Promise<void> {
  const { topic, subject, traceParent = null } = dispatch;
  const span = tracer.resume(traceParent, {
    name: `dispatch ${topic}`,
    kind: 'producer',
    attributes: { 'messaging.message.id': dispatch.id, 'temporal.workflow_id': subject },
  });
  if (span === null) return dispatchMessage(client, dispatch, label);
  const workflow = new WorkflowClient({
    ...client.workflow.options,
    interceptors: [passing(span.traceParent)],
  });
  return spanned(span, () => dispatchMessage({ workflow }, dispatch, label));
}

/** Adds the trace to the headers of starts and signals. */
function passing(traceparent: TraceParent): WorkflowClientInterceptor {
  const payload = defaultPayloadConverter.toPayload({ traceparent });
  const traced = <Input extends { readonly headers: Headers }>(input: Input): Input => ({
    ...input,
    headers: { ...input.headers, [TRACE_HEADER]: payload },
  });
  return {
    startWithDetails: (input, next) => next(traced(input)),
    signalWithStart: (input, next) => next(traced(input)),
  };
}

/** Activities without a trace run without a span. */
export const tracedActivities =
  (tracer: Tracer): ActivityInterceptorsFactory =>
  ({ info }) => ({
    inbound: {
      execute(input, next) {
        const header = input.headers[TRACE_HEADER];
        if (header === undefined) return next(input);
        const { workflowExecution, workflowType, activityType, attempt, taskQueue } = info;
        const span = tracer.resume(traceIn(header), {
          name: activityType,
          attributes: {
            'temporal.workflow_type': workflowType,
            'temporal.workflow_id': workflowExecution?.workflowId,
            'temporal.run_id': workflowExecution?.runId,
            'temporal.task_queue': taskQueue,
            'temporal.attempt': attempt,
          },
        });
        return within(span, () => next(input));
      },
    },
  });

/** Null for a header of another program. */
function traceIn(header: Headers[string]): TraceParent | null {
  const { traceparent } = defaultPayloadConverter.fromPayload<{ readonly traceparent?: string }>(
    header,
  );
  return readTraceParent(traceparent);
}
