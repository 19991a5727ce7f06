// The Workers' configurations must agree where several say the same thing.
import { describe, expect, it } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import { PAGE_PATHS } from '../../src/page-paths.ts';
import { committedName, QUEUE_NAMES } from '../../src/queue-names.ts';
import { ROOT } from './support/sources.ts';

const read = (file: string) => unstable_readConfig({ config: `${ROOT}/${file}` }, { hideWarnings: true });
const api = read('wrangler.toml');
const pixel = read('wrangler.pixel.toml');
const media = read('wrangler.media.toml');
const pages = read('wrangler.pages.toml');
interface Queues {
  producers?: { binding: string; queue: string }[];
  consumers?: { queue: string }[];
}
const producers = (worker: typeof api) => (worker.queues as Queues).producers ?? [];
const consumers = (worker: typeof api) => (worker.queues as Queues).consumers ?? [];
const limiters = (worker: typeof api) => worker.ratelimits ?? [];
const OTHERS = [
  ['pixel', pixel],
  ['media', media],
  ['pages', pages],
] as const;

describe('the Workers', () => {
  it.each(OTHERS)(
    '%s means the same databases, buckets and queues by its bindings as the API',
    (_, other) => {
      expect(other.d1_databases.length).toBeGreaterThan(0);
      for (const database of other.d1_databases) {
        const { binding, database_name, database_id } = database;
        expect(api.d1_databases).toContainEqual(
          expect.objectContaining({ binding, database_name, database_id }),
        );
      }
      for (const { binding, bucket_name } of other.r2_buckets)
        expect(api.r2_buckets).toContainEqual(expect.objectContaining({ binding, bucket_name }));
      for (const limit of limiters(other)) expect(limiters(api)).toContainEqual(limit);
      for (const { binding, queue } of other.queues.producers ?? [])
        expect(api.queues.producers).toContainEqual(expect.objectContaining({ binding, queue }));
    },
  );

  it('are four, of the same day, and every queue has one consumer among them', () => {
    const all = [api, pixel, media, pages];
    expect(new Set(all.map(({ name }) => name)).size).toBe(4);
    expect(new Set(all.map(({ compatibility_date }) => compatibility_date)).size).toBe(1);
    const consumed = all.flatMap(consumers).map(({ queue }) => queue);
    expect(consumed.toSorted()).toEqual([...new Set(consumed)].toSorted());
    for (const { queue } of all.flatMap(producers)) expect(consumed).toContain(queue);
  });

  it('know each queue by its name in any deployment', () => {
    const all = [api, pixel, media, pages].flatMap((one) => [...producers(one), ...consumers(one)]);
    expect([...new Set(all.map(({ queue }) => queue))].toSorted()).toEqual(QUEUE_NAMES.toSorted());
    for (const name of QUEUE_NAMES)
      expect([committedName(name), committedName(`staging-${name}`)]).toEqual([name, name]);
  });

  it('give the pixel one database, one queue, one limiter and nothing else', () => {
    expect(pixel.d1_databases.map((database: { binding: string }) => database.binding)).toEqual(['DB']);
    expect(producers(pixel).map(({ binding }) => binding)).toEqual(['PIXEL_EVENTS']);
    expect(limiters(pixel)).toMatchObject([{ name: 'BEACONS', simple: { limit: 100, period: 10 } }]);
    expect([pixel.r2_buckets, pixel.durable_objects.bindings, pixel.services ?? []]).toEqual([[], [], []]);
    expect([consumers(pixel), pixel.vars, pixel.compatibility_flags]).toEqual([[], {}, []]);
  });

  it('stand where their duty is: the API near its database, the pixel near the visitor on the same address', () => {
    expect(api.placement?.mode).toBe('smart');
    expect(pixel.placement).toBeUndefined();
    const host = new URL(api.vars.PUBLIC_URL as string).host;
    expect(pixel.routes).toEqual([expect.objectContaining({ pattern: `${host}/px/*` })]);
  });

  it('give the pages whatever a verb of the API may need, the same ledgers, and their paths of the address', () => {
    const bindings = (worker: typeof api) => [
      ...worker.d1_databases.map(({ binding }: { binding: string }) => binding),
      ...worker.r2_buckets.map(({ binding }: { binding: string }) => binding),
      ...producers(worker).map(({ binding }) => binding),
    ];
    expect(bindings(pages).toSorted()).toEqual(bindings(api).toSorted());
    expect(pages.vars).toEqual({ ...api.vars, WORKER_NAME: pages.name });
    expect(pages.placement?.mode).toBe('smart');
    expect(pages.durable_objects.bindings).toEqual([
      { name: 'LEDGER', class_name: 'Ledger', script_name: api.name },
      { name: 'THREAD', class_name: 'Thread', script_name: api.name },
    ]);
    expect(consumers(pages)).toEqual([]);
    const host = new URL(api.vars.PUBLIC_URL as string).host;
    const patterns = (pages.routes as { pattern: string }[]).map(({ pattern }) => pattern);
    expect(patterns.toSorted()).toEqual(
      [
        `${host}/`,
        // A letter alone would take the paths of others.
        ...PAGE_PATHS.map((path) => `${host}${path}${path === '/p' ? '/' : ''}*`),
      ].toSorted(),
    );
  });
});
