import type { Headers, WorkflowInterceptorsFactory } from '@temporalio/workflow';
import { TRACE_HEADER } from './contract';

/**
 * From the start, or from the last signal that has a trace, to the activities. Histories hold it in
 * the headers of the start and the signals; it causes no command and no event. Without a trace the
 * headers stay as they are.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  let trace: Headers[string] | undefined;
  const traced = <Input extends { readonly headers: Headers }>(input: Input): Input =>
    trace === undefined
      ? input
      : { ...input, headers: { ...input.headers, [TRACE_HEADER]: trace } };
  return {
    inbound: [
      {
        execute(input, next) {
          // A signal may precede the start.
          trace ??= input.headers[TRACE_HEADER];
          return next(input);
        },
        handleSignal(input, next) {
          trace = input.headers[TRACE_HEADER] ?? trace;
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(traced(input)),
        scheduleLocalActivity: (input, next) => next(traced(input)),
        continueAsNew: (input, next) => next(traced(input)),
      },
    ],
  };
};
