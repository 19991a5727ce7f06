import { type SQL, sql } from 'drizzle-orm';

/**
 * A condition for the steps `s` about a video or a creative: those of the task that made it, and those of later ones that ask whether the
 * platform has processed it by now. @param result the platform's ID of it.
 */
export const aboutVideo = (task: SQL, about: SQL, result: SQL): SQL =>
  sql`s.about = ${about} AND (s.task_id = ${task} OR (s.kind = 'video_ready' AND s.input ->> 'video' = ${result}))`;
