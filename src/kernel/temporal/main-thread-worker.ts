import vm from 'node:vm';
import { Worker, type CompiledWorkerOptions } from '@temporalio/worker';
import { ReusableVMWorkflowCreator } from '@temporalio/worker/lib/workflow/reusable-vm';

type Bundle = ConstructorParameters<typeof ReusableVMWorkflowCreator>[1];

/** With a timeout, `vm` starts and joins a thread for each call, a dozen times per order. */
const NO_TIMEOUT = undefined as unknown as number;

/**
 * Runs workflows in the thread of the process, without the SDK's promise hook, source maps and
 * timeout, which take a quarter of a worker's CPU time. The query `__stack_trace` has no answer,
 * and workflow code that loops blocks the process. `reusable-vm` is private to the SDK:
 * test/kernel/temporal/main-thread-worker.test.ts pins its content.
 */
export class MainThreadWorker extends Worker {
  protected static override createWorkflowCreator(
    bundle: Bundle,
    { activities }: CompiledWorkerOptions,
  ): Promise<ReusableVMWorkflowCreator> {
    const script = new vm.Script(bundle.code, { filename: bundle.filename });
    const names = new Set(activities.keys());
    // `ReusableVMWorkflowCreator.create` would install the promise hook.
    return Promise.resolve(new ReusableVMWorkflowCreator(script, bundle, NO_TIMEOUT, names));
  }
}
