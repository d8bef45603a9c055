import { stepReplay } from '../src/db/webhooks/replays';
import type { ReplayStep } from '../src/db/webhooks/replays';
import type { ActivityDeps } from './deps';

/** Of 10,000 events at most, so a replay is a hundred steps. */
const BATCH = 100;

/** Has the next events of a replay delivered. Returns how far it has come. */
export function createStepReplay({ db, outbox }: Pick<ActivityDeps, 'db' | 'outbox'>) {
  return async function step(replayId: string): Promise<Omit<ReplayStep, 'dispatches'>> {
    const { dispatches, ...progress } = await stepReplay(db, replayId, BATCH);
    outbox.enqueue(dispatches);
    return progress;
  };
}
