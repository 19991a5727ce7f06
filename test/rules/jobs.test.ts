// What the registry of jobs and wrangler.toml must agree on, and how much time a lane has.
import { describe, expect, it } from 'vitest';
import { jobs } from '../../src/jobs.ts';
import { MINUTE_MS } from '../../src/kit/time.ts';
import { LANES, SCHEDULES } from '../../src/lanes.ts';
import { importsOf, read, sources } from './support/sources.ts';

const TOML = read('wrangler.toml');
/** The platform ends a consumer after 15 minutes. */
const LANE_MS = 14 * MINUTE_MS;

describe('jobs', () => {
  it('are all registered, under names of their own', () => {
    const written = sources('src/domains').filter((path) => path.endsWith('/jobs.ts'));
    const registered = importsOf('src/jobs.ts').map(({ target }) => target);
    expect(registered).toEqual(expect.arrayContaining(written));
    expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
  });

  it('load what they say', async () => {
    for (const job of jobs) expect(await job.load(), job.name).toBeTypeOf('function');
  });

  it('have time in their lane, even if each takes as long as it may', () => {
    const slow = LANES.filter((lane) => {
      const all = jobs.filter((job) => job.lane === lane).map((job) => job.atMost);
      return all.reduce((sum, ms) => sum + ms, 0) > LANE_MS;
    });
    expect(slow).toEqual([]);
  });

  it('cost a lane of another kind nothing: the registry evaluates no verb', () => {
    const listed = importsOf('src/jobs.ts').filter(({ target }) => target.endsWith('/jobs.ts'));
    const evaluated = listed.flatMap(({ target }) =>
      read(target)
        .split('\n')
        .filter((line) => line.startsWith('import ')),
    );
    const light = /^import (type )?\{[^}]+\} from '[./]+\/(define-job|lanes|kit\/time)\.ts';$/;
    expect(evaluated.filter((line) => !light.test(line))).toEqual([]);
  });
});

describe('wrangler.toml', () => {
  it('has the crons that there are jobs for', () => {
    expect(JSON.parse(/^crons = (\[.*\])$/m.exec(TOML)![1]!)).toEqual([...SCHEDULES]);
    for (const cron of SCHEDULES) expect(jobs.map(({ when }) => when)).toContain(cron);
  });

  it.each(LANES)('has a queue for the lane %s that never runs beside itself', (lane) => {
    const blocks = TOML.split(/\n(?=\[\[)/);
    const producer = blocks.find((block) => block.includes(`binding = "LANE_${lane.toUpperCase()}"`));
    expect(producer).toContain(`queue = "lane-${lane}"`);
    const consumer = blocks.find(
      (block) => block.startsWith('[[queues.consumers]]') && block.includes(`queue = "lane-${lane}"`),
    );
    expect(consumer).toContain('max_concurrency = 1\n');
    expect(consumer).toContain('dead_letter_queue = "lanes-dlq"\n');
  });
});
