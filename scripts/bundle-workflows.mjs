// Bundles the compiled workflows, so that a worker does not bundle at each start:
// node scripts/bundle-workflows.mjs <folder of the build>
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DefaultLogger, bundleWorkflowCode } from '@temporalio/worker';

const [dist] = process.argv.slice(2);
const { code } = await bundleWorkflowCode({
  workflowsPath: path.resolve(dist, 'workflows/index.js'),
  workflowInterceptorModules: [path.resolve(dist, 'workflows/trace.js')],
  logger: new DefaultLogger('WARN'),
});
writeFileSync(path.join(dist, 'workflow-bundle.js'), code);
