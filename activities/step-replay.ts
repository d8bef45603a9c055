import { stepReplay, type ReplayStep } from '../src/db/webhooks/replays';
import type { ActivityDeps } from './deps';

/** A replay has at most 10,000 events, so it takes 100 steps. */
const BATCH = 100;

export function createStepReplay({ db, outbox }: Pick<ActivityDeps, 'db' | 'outbox'>) {
  return async function step(replayId: string): Promise<Omit<ReplayStep, 'messages'>> {
    const { messages, ...progress } = await stepReplay(db, replayId, BATCH);
    outbox.enqueue(messages);
    return progress;
  };
}
