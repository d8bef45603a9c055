import { stepReplay } from '../src/db/webhooks/replays';
import type { ReplayStep } from '../src/db/webhooks/replays';
import type { ActivityDeps } from './index';

/** Of 10,000 events at most, so a replay is a hundred steps. */
const BATCH = 100;

/** Has the next events of a replay delivered. Returns how far it has come. */
export function createStepReplay({ db, dispatcher }: Pick<ActivityDeps, 'db' | 'dispatcher'>) {
  return async function step(replayId: string): Promise<Omit<ReplayStep, 'dispatches'>> {
    const { dispatches, ...progress } = await stepReplay(db, replayId, BATCH);
    dispatcher.offer(dispatches);
    return progress;
  };
}
