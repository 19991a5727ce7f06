import { defineConfig } from 'drizzle-kit';

/** Where the tables of each database are declared. */
export const SCHEMAS = {
  main: ['./src/domains/*/*/table.ts', './src/db/*-table.ts'],
  events: ['./src/domains/*/*/shard-table.ts', './src/db/shard/*-table.ts'],
};

// Two databases, two sets of migrations: DATABASE=events makes those of the event shards.
const database = process.env.DATABASE === 'events' ? 'events' : 'main';

export default defineConfig({
  dialect: 'sqlite',
  driver: 'd1-http',
  schema: SCHEMAS[database],
  out: `./migrations/${database}`,
});
