import { defineQuery, proxyActivities, setHandler, sleep } from '@temporalio/workflow';
import type { Activities } from '../activities';
import { replayProgress } from './contract';
import type { ReplayInput } from './contract';
import { replayPolicy } from './policies';

const { stepReplay } = proxyActivities<Activities>(replayPolicy);

/** Leaves the receiver, and everybody else's deliveries, time to breathe. */
const PAUSE = '1 second';

export interface ReplayProgress {
  readonly status: string;
  readonly total: number;
  readonly replayed: number;
}

/** Events delivered anew, a batch at a time; its progress can be queried. */
export async function webhookReplay({ replayId }: ReplayInput): Promise<ReplayProgress> {
  let progress: ReplayProgress = { status: 'running', total: 0, replayed: 0 };
  setHandler(defineQuery<ReplayProgress>(replayProgress), () => progress);
  for (;;) {
    progress = await stepReplay(replayId);
    if (progress.status !== 'running') return progress;
    await sleep(PAUSE);
  }
}
