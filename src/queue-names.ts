// The names of the queues in the committed configurations. A deployment that shares its account with another
// prefixes them with its own name (tools/deployment/deployment.ts); the code uses the names here.
import { LANES } from './lanes.ts';

export const QUEUE_NAMES: readonly string[] = [
  'pixel-events',
  'pixel-events-dlq',
  'webhooks',
  'webhooks-slow',
  'webhooks-dlq',
  'jobs',
  'jobs-dlq',
  'shops',
  'shops-dlq',
  ...LANES.map((lane) => `lane-${lane}`),
  'lanes-dlq',
];

/** A queue's name without its deployment's prefix; unchanged for a queue that is not ours. */
export function committedName(queue: string): string {
  const withoutDeployment = queue.replace(/^[a-z][a-z0-9]*-/, '');
  return !QUEUE_NAMES.includes(queue) && QUEUE_NAMES.includes(withoutDeployment) ? withoutDeployment : queue;
}
