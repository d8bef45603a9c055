import path from 'node:path';
import { DefaultLogger, bundleWorkflowCode } from '@temporalio/worker';

/** A change of one workflow file, as a later build might contain. */
export interface Plant {
  /** The file's name, such as `orders.ts`. */
  readonly file: string;
  /** Each text and its replacement. */
  readonly edits: readonly (readonly [find: string, replacement: string])[];
}

/** Bundles the workflows with the change. */
export async function bundleWithPlant({ file, edits }: Plant): Promise<{ readonly code: string }> {
  const folder = path.dirname(require.resolve('../../workflows'));
  return bundleWorkflowCode({
    workflowsPath: require.resolve('../../workflows'),
    workflowInterceptorModules: [require.resolve('../../workflows/trace')],
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
