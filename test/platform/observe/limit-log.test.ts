import { limitLog } from '../../../src/platform/observe/limit-log';
import { openLog } from '../../support/open-log';
import { until } from '../../support/until';

it('the log limiter writes a few lines per window and one count of suppressed lines', async () => {
  const { log, parsed } = openLog();
  const line = limitLog(log, { max: 2, windowMs: 50 });
  for (let n = 1; n <= 5; n++) line({ n }, 'refused');
  await until(() => parsed().length === 3, { describe: 'the window has ended' });
  line({ n: 6 }, 'refused');
  expect(parsed()).toMatchObject([
    { n: 1, msg: 'refused' },
    { n: 2, msg: 'refused' },
    { suppressed: 3, msg: 'log lines suppressed' },
    { n: 6, msg: 'refused' },
  ]);
});
