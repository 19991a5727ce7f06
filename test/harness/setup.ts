import './clock.ts';
import { applyD1Migrations, type D1Migration } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

const migrations = JSON.parse(env.TEST_MIGRATIONS) as { main: D1Migration[]; events: D1Migration[] };

await applyD1Migrations(env.DB, migrations.main);
await applyD1Migrations(env.EVENTS_0, migrations.events);
await applyD1Migrations(env.EVENTS_1, migrations.events);
