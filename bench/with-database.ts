import { connect, type Db } from '../src/platform/postgres/connect';

/** Runs work on a gateway's database without a statement timeout. */
export async function withDatabase<Result>(
  databaseUrl: string,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const db = connect(databaseUrl, { poolMax: 1, statementTimeoutMs: 0 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
