import path from 'node:path';
import { DefaultLogger, bundleWorkflowCode } from '@temporalio/worker';

/** A change of one file of the workflows, that another build of them would have. */
export interface Plant {
  /** As `order-life.ts`. */
  readonly file: string;
  /** What stands there, and what stands there instead. */
  readonly edits: readonly (readonly [find: string, replacement: string])[];
}

/** The workflows as they would be with that change. */
export async function bundleWithPlant({ file, edits }: Plant): Promise<{ readonly code: string }> {
  const folder = path.dirname(require.resolve('../../workflows'));
  return bundleWorkflowCode({
    workflowsPath: require.resolve('../../workflows'),
    logger: new DefaultLogger('WARN'),
    webpackConfigHook: (config) => {
      const use = [{ loader: path.join(__dirname, 'plant-loader.js'), options: { edits } }];
      const rule = { enforce: 'pre' as const, include: path.join(folder, file), use };
      return {
        ...config,
        module: { ...config.module, rules: [...(config.module?.rules ?? []), rule] },
      };
    },
  });
}
