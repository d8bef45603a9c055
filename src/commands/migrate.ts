import { ConfigError } from '../config';
import { migrate as migrateDatabase } from '../db/migrate';
import type { Command } from './command';

export const migrate: Command = {
  summary: "bring the database to today's schema",
  usage: '',
  options: {},
  async run({ config, json, print }) {
    const { url } = config.database;
    if (url === null) throw new ConfigError(['DATABASE_URL: not set']);
    const ran = await migrateDatabase(url);
    if (json) print(JSON.stringify({ ran }));
    else print(ran.length === 0 ? 'The schema is up to date.' : `Ran ${ran.join(', ')}.`);
    return 0;
  },
};
