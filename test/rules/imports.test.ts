// Who may import whom, so that nobody has to remember it. ARCHITECTURE.md says why.
import { describe, expect, it } from 'vitest';
import { type Import, importsOf, sources } from './support/sources.ts';

const ALL = sources('src', 'queues', 'durable-objects', 'simulators');
const BROWSER = (path: string) => path.startsWith('src/pixel/browser/');

interface Rule {
  says: string;
  files(path: string): boolean;
  breaks(imported: Import, path: string): boolean;
}

const inside = (folder: string) => (imported: Import) =>
  imported.ours && imported.target.startsWith(`${folder}/`);
const isPackage = (imported: Import, name: string) =>
  imported.target === name || imported.target.startsWith(`${name}/`);
const oursBut =
  (...allowed: string[]) =>
  (imported: Import) =>
    imported.ours && !allowed.some((prefix) => imported.target.startsWith(prefix));
const domainOf = (path: string) => /^src\/domains\/[^/]+\/([^/]+)\//.exec(path)?.[1];
const fileOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

const MAY_DRIZZLE = (path: string) =>
  path.startsWith('src/db/') || /(^|-)(table|store)\.ts$|^interface\.ts$/.test(fileOf(path));
const MAY_HONO = (path: string) =>
  path.startsWith('src/http/') ||
  path.startsWith('src/console/') ||
  path.startsWith('simulators/') ||
  path === 'src/app.ts' ||
  /^src\/domains\/[^/]+\/[^/]+\/routes\.ts$/.test(path);

const RULES: Rule[] = [
  {
    says: 'src/kit imports nothing of ours',
    files: (path) => path.startsWith('src/kit/'),
    breaks: oursBut('src/kit/'),
  },
  {
    says: 'src/resource and src/events import only kit',
    files: (path) => path.startsWith('src/resource/') || path.startsWith('src/events/'),
    breaks: oursBut('src/kit/', 'src/resource/', 'src/events/'),
  },
  {
    says: 'src/db imports no domain, no http, no auth',
    files: (path) => path.startsWith('src/db/'),
    breaks: (imported) =>
      !imported.typeOnly &&
      oursBut(
        'src/kit/',
        'src/resource/',
        'src/events/',
        'src/db/',
        'src/context.ts',
        'src/env.ts',
      )(imported),
  },
  {
    says: 'src/auth imports no http and no domain',
    files: (path) => path.startsWith('src/auth/'),
    breaks: (imported) =>
      !imported.typeOnly && oursBut('src/kit/', 'src/db/', 'src/auth/', 'src/env.ts')(imported),
  },
  {
    says: 'src/http imports no domain',
    files: (path) => path.startsWith('src/http/'),
    breaks: inside('src/domains'),
  },
  {
    says: 'lanes, and how a job is defined and run, import no domain',
    files: (path) => ['src/lanes.ts', 'src/define-job.ts', 'src/run-jobs.ts'].includes(path),
    breaks: inside('src/domains'),
  },
  {
    says: 'only tables, stores, interfaces and src/db import drizzle',
    files: (path) => !MAY_DRIZZLE(path),
    breaks: (imported) => isPackage(imported, 'drizzle-orm'),
  },
  {
    says: 'only routes, app.ts, src/http and src/console import Hono',
    files: (path) => !MAY_HONO(path),
    breaks: (imported) => isPackage(imported, 'hono'),
  },
  {
    says: "no domain imports another domain's store",
    files: (path) => domainOf(path) !== undefined,
    breaks: (imported, path) =>
      imported.ours &&
      !imported.typeOnly &&
      domainOf(imported.target) !== undefined &&
      domainOf(imported.target) !== domainOf(path) &&
      /(^|-)store\.ts$/.test(fileOf(imported.target)),
  },
  {
    says: 'the pages import no store: they run operations',
    files: (path) => path.startsWith('src/console/'),
    breaks: (imported) =>
      imported.ours &&
      domainOf(imported.target) !== undefined &&
      /(^|-)store\.ts$/.test(fileOf(imported.target)),
  },
  {
    says: "only the pages' Worker imports the pages",
    files: (path) => !path.startsWith('src/console/') && path !== 'src/pages-worker.ts',
    breaks: inside('src/console'),
  },
  {
    says: 'only stores and interfaces import tables',
    files: (path) => !MAY_DRIZZLE(path),
    breaks: (imported) =>
      imported.ours && !imported.typeOnly && /(^|-)table\.ts$/.test(fileOf(imported.target)),
  },
  {
    says: 'a domain imports no http but in its routes and operations',
    files: (path) => domainOf(path) !== undefined && !/^(routes|operations)\.ts$/.test(fileOf(path)),
    breaks: inside('src/http'),
  },
  {
    says: 'only src/routes.ts imports routes of a domain: what else did would evaluate them for everybody',
    files: (path) => path !== 'src/routes.ts',
    breaks: (imported) =>
      imported.ours &&
      !imported.typeOnly &&
      domainOf(imported.target) !== undefined &&
      fileOf(imported.target) === 'routes.ts',
  },
  {
    says: 'only the entries import queues and durable-objects',
    files: (path) =>
      path !== 'src/index.ts' &&
      path !== 'src/media.ts' &&
      !path.startsWith('queues/') &&
      !path.startsWith('durable-objects/'),
    breaks: (imported) => imported.ours && /^(queues|durable-objects)\//.test(imported.target),
  },
  {
    says: 'queues and durable objects import no store and no route',
    files: (path) => path.startsWith('queues/') || path.startsWith('durable-objects/'),
    breaks: (imported) =>
      imported.ours &&
      !imported.typeOnly &&
      /((^|-)store|(^|-)table|routes|app)\.ts$/.test(fileOf(imported.target)),
  },
  {
    says: 'the pixel path imports no zod, no Hono, no drizzle',
    files: (path) => path.startsWith('src/pixel/'),
    breaks: (imported) =>
      !imported.typeOnly && ['zod', 'hono', 'drizzle-orm'].some((name) => isPackage(imported, name)),
  },
  {
    says: "the browser's script imports no package at all",
    files: BROWSER,
    breaks: (imported) => !imported.ours && !imported.typeOnly,
  },
  {
    says: 'random strings, encodings and signatures come from src/kit alone',
    files: (path) => !path.startsWith('src/kit/'),
    breaks: (imported) => isPackage(imported, 'oslo'),
  },
  {
    says: 'the product imports no tool and no test',
    files: () => true,
    breaks: (imported) => imported.ours && /^(tools|test)\//.test(imported.target),
  },
];

describe('imports', () => {
  it.each(RULES)('$says', ({ files, breaks }) => {
    const broken = ALL.filter(files).flatMap((path) =>
      importsOf(path)
        .filter((imported) => breaks(imported, path))
        .map((imported) => `${path} -> ${imported.target}`),
    );
    expect(broken).toEqual([]);
  });

  it('sees imports at all, of every form', () => {
    expect(importsOf('src/index.ts').map((found) => found.target)).toEqual(
      expect.arrayContaining(['src/env.ts', 'src/app.ts']),
    );
    expect(importsOf('src/db/write-set.ts')).toContainEqual({
      target: 'drizzle-orm',
      ours: false,
      typeOnly: false,
    });
  });

  it('nothing at run time reaches drizzle, Hono or zod from the pixel path', () => {
    const heavy = ['zod', 'hono', 'drizzle-orm'];
    const seen = new Set<string>();
    const trail: string[] = [];
    const visit = (path: string, from: string) => {
      if (seen.has(path)) return;
      seen.add(path);
      for (const imported of importsOf(path)) {
        if (imported.typeOnly) continue;
        if (imported.ours) visit(imported.target, path);
        else if (heavy.some((name) => isPackage(imported, name)))
          trail.push(`${from} -> ${path} -> ${imported.target}`);
      }
    };
    for (const path of [...sources('src/pixel'), 'src/pixel-worker.ts']) visit(path, 'src/pixel');
    expect(trail).toEqual([]);
  });

  it('nothing loads the sign-in library for a caller of the API, at any time', () => {
    const seen = new Set<string>();
    const found: string[] = [];
    const visit = (path: string) => {
      if (seen.has(path)) return;
      seen.add(path);
      for (const imported of importsOf(path)) {
        if (imported.typeOnly) continue;
        if (imported.ours && ALL.includes(imported.target)) visit(imported.target);
        else if (isPackage(imported, 'better-auth')) found.push(path);
      }
    };
    for (const path of ['src/index.ts', 'src/media.ts', 'src/pixel-worker.ts']) visit(path);
    expect(seen.size).toBeGreaterThan(300);
    expect(found).toEqual([]);
    visit('src/pages-worker.ts');
    expect(found).not.toEqual([]);
  });

  it('no import runs in a circle', () => {
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (path: string, way: string[]) => {
      if (way.includes(path)) {
        circles.push([...way.slice(way.indexOf(path)), path].join(' -> '));
        return;
      }
      if (done.has(path)) return;
      for (const imported of importsOf(path)) {
        if (imported.ours && !imported.typeOnly && ALL.includes(imported.target))
          visit(imported.target, [...way, path]);
      }
      done.add(path);
    };
    for (const path of ALL) visit(path, []);
    expect(circles).toEqual([]);
  });
});
