import type { SystemCtx } from '../../../context.ts';
import { log } from '../../../kit/log.ts';

export interface DeadLetter {
  /** The message's ID. A repeat has the same one. */
  id: string;
  /** The queue whose consumer gave up on the message. */
  queue: string;
  body: unknown;
  attempts: number;
}

const KEEP = `INSERT INTO dead_letters (id, queue, body, attempts, reason, created_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, ?2 FROM json_each(?1)
  WHERE true ON CONFLICT (id) DO NOTHING`;

/** A queue message has at most 128 KB, so this many fit one parameter. */
const PART = 10;

/**
 * Stores messages that a consumer gave up on, one row for each message however often it arrives. Logs them as errors.
 */
export async function keepDeadLetters(ctx: SystemCtx, letters: DeadLetter[]): Promise<void> {
  const statements: D1PreparedStatement[] = [];
  for (let i = 0; i < letters.length; i += PART) {
    const rows = letters
      .slice(i, i + PART)
      .map((letter) => [
        letter.id,
        letter.queue,
        JSON.stringify(letter.body ?? null),
        letter.attempts,
        `The consumer of ${letter.queue} gave up on it.`,
      ]);
    statements.push(ctx.env.DB.prepare(KEEP).bind(JSON.stringify(rows), ctx.now));
  }
  if (statements.length === 0) return;
  await ctx.env.DB.batch(statements);
  log('error', {
    queue: letters[0]!.queue,
    deadLetters: letters.map((letter) => letter.id),
  });
}
