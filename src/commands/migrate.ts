import { migrate as migrateDatabase } from '../db/migrate';
import type { Command } from './command';
import { databaseUrl } from './wiring';

export const migrate: Command = {
  summary: "bring the database to today's schema",
  usage: '',
  options: {},
  async run({ config, json, print }) {
    const ran = await migrateDatabase(databaseUrl(config));
    if (json) print(JSON.stringify({ ran }));
    else print(ran.length === 0 ? 'The schema is up to date.' : `Ran ${ran.join(', ')}.`);
    return 0;
  },
};
