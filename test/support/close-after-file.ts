type Close = () => Promise<void> | void;

const key = Symbol.for('saphan.close-after-file');

/** The list is a global, because the jest environment and the test file share no module. */
function closers(scope: object): Close[] {
  const shelf = scope as Record<symbol, Close[] | undefined>;
  return (shelf[key] ??= []);
}

/** Closes a resource after the test file's last hook, in reverse order of opening. */
export function closeAfterFile(close: Close, scope: object = globalThis): void {
  closers(scope).push(close);
}

/** For the jest environment: closes all resources and fails the file with all errors. */
export async function closeAll(scope: object): Promise<void> {
  const errors: unknown[] = [];
  const list = closers(scope);
  for (let close = list.pop(); close !== undefined; close = list.pop()) {
    try {
      await close();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join('\n'));
}
