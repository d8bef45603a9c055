import { NativeConnection } from '@temporalio/worker';
import './quiet-temporal';
import type { Worker } from '@temporalio/worker';
import { createActivities } from '../../activities';
import { createGathered } from '../../src/application/gathered';
import type { Deps } from '../../src/application/deps';
import { Dispatcher } from '../../src/temporal/dispatcher';
import { tell } from '../../src/temporal/tell';
import { createWorkers } from '../../src/temporal/worker';
import { closeAfterFile } from './close-after-file';
import type { testDeps } from './gateway';
import type { TestTemporal } from './temporal';

type TestDeps = ReturnType<typeof testDeps>;

export interface RunningGateway {
  readonly deps: Deps;
  readonly dispatcher: Dispatcher;
  readonly workers: readonly Worker[];
}

/** Workers and a dispatcher as a deployment runs them, on this file's database and namespace. */
export async function runGateway(base: TestDeps, temporal: TestTemporal): Promise<RunningGateway> {
  const { client, namespace, workflowBundle, address } = temporal;
  const dispatcher = new Dispatcher(base.db, (dispatch) => tell(client, dispatch), base.log);
  const deps: Deps = {
    ...base,
    dispatcher,
    gathered: createGathered(base.db, dispatcher),
  };
  const connection = await NativeConnection.connect({ address });
  const activities = createActivities(deps);
  const workers = await createWorkers({ connection, namespace, activities, workflowBundle });
  const running = Promise.all(workers.map((worker) => worker.run()));
  dispatcher.start();
  closeAfterFile(async () => {
    await dispatcher.stop();
    for (const worker of workers) worker.shutdown();
    await running;
    await connection.close();
  });
  return { deps, dispatcher, workers };
}
