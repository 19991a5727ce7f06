// What a page weighs on its way to a browser.
import { gzipSync } from 'node:zlib';
import type { Opened } from './look-around.ts';
import { pageAt } from './look-around.ts';
import { ask, newBrowser } from './pages.ts';

export interface Weight {
  path: string;
  html: number;
  scripts: number;
}

/** The longest answer of each page, in bytes as gzipped, with all scripts that it names. */
export async function weightsOf(opened: readonly Opened[]): Promise<Weight[]> {
  const longest = [...Map.groupBy(opened, ({ path }) => pageAt(path)?.path).values()].map((same) =>
    same.reduce((a, b) => (b.answer.html.length > a.answer.html.length ? b : a)),
  );
  const known = new Map<string, number>();
  const scriptAt = async (src: string): Promise<number> => {
    const before = known.get(src);
    if (before !== undefined) return before;
    const { status, html } = await ask(newBrowser(), src);
    if (status !== 200) throw new Error(`${src} answered ${status}`);
    known.set(src, gzipSync(html).length);
    return known.get(src)!;
  };
  return await Promise.all(
    longest.map(async ({ path, answer: { html } }) => {
      const sources = [...html.matchAll(/<script [^>]*src="(\/[^"]+)"/g)].map(([, src]) => src!);
      let scripts = 0;
      for (const src of new Set(sources)) scripts += await scriptAt(src);
      return { path, html: gzipSync(html).length, scripts };
    }),
  );
}
