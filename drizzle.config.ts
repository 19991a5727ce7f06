import { defineConfig } from 'drizzle-kit';

// Two databases, two sets of migrations: DATABASE=events makes those of the event shards.
const events = process.env.DATABASE === 'events';

export default defineConfig({
  dialect: 'sqlite',
  driver: 'd1-http',
  schema: events
    ? ['./src/domains/*/*/shard-table.ts', './src/db/shard/*-table.ts']
    : ['./src/domains/*/*/table.ts', './src/db/*-table.ts'],
  out: events ? './migrations/events' : './migrations/main',
});
