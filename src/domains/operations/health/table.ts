import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** When each lane of jobs last worked: one row per lane, written at most once a minute. */
export const laneRuns = sqliteTable('lane_runs', {
  lane: text().primaryKey(),
  ranAt: integer('ran_at').notNull(),
});
