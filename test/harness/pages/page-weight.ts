// What a page weighs on its way to a browser.
import { gzipSync } from 'node:zlib';
import type { Opened } from './look-around.ts';
import { ask, newBrowser } from './pages.ts';
import { pageAt } from './registry.ts';

export interface Weight {
  path: string;
  html: number;
  scripts: number;
}

/** What the pages of each address weigh at most, in bytes as gzipped. */
export async function weightsOf(opened: readonly Opened[]): Promise<Weight[]> {
  const alike = [...Map.groupBy(opened, ({ path }) => pageAt(path)?.path).values()];
  return await Promise.all(
    alike.map(async (pages) => {
      const { path, answer } = pages.reduce((a, b) => (b.answer.html.length > a.answer.html.length ? b : a));
      const scripts = await Promise.all(pages.map(({ answer: { html } }) => scriptsOf(html)));
      return {
        path,
        html: gzipSync(answer.html).length,
        scripts: Math.max(...scripts.map(({ bytes }) => bytes)),
      };
    }),
  );
}

interface Script {
  bytes: number;
  imports: string[];
  /** What it imports while it runs. */
  later: string[];
}

const known = new Map<string, Script>();

async function read(src: string): Promise<Script> {
  const { status, html: text } = await ask(newBrowser(), src);
  if (status !== 200) throw new Error(`${src} answered ${status}`);
  const paths = (how: RegExp) =>
    [...text.matchAll(how)].map(([, name]) => new URL(name!, `http://x${src}`).pathname);
  return {
    bytes: gzipSync(text).length,
    imports: paths(/(?:\bfrom|\bimport)\s*["'](\.?\/[\w./-]+\.js)["']/g),
    later: paths(/\bimport\(\s*["'](\.?\/[\w./-]+\.js)["']/g),
  };
}

/**
 * All scripts that a page names, preloads and imports. Those that a script imports while it runs count as well,
 * but where the page preloads some of them: then these are the ones that it needs.
 */
export async function scriptsOf(html: string): Promise<{ bytes: number; unnamed: string[] }> {
  const named = (how: RegExp) => [...html.matchAll(how)].map(([, src]) => src!);
  const preloaded = named(/<link rel="modulepreload" href="(\/[^"]+)"/g);
  const inPage = [...named(/<script [^>]*src="(\/[^"]+)"/g), ...preloaded];
  const sources = new Set(inPage);
  let bytes = 0;
  // The set grows while it is read.
  for (const src of sources) {
    const script = known.get(src) ?? (await read(src));
    known.set(src, script);
    bytes += script.bytes;
    const later = script.later.some((one) => preloaded.includes(one)) ? [] : script.later;
    for (const one of [...script.imports, ...later]) sources.add(one);
  }
  return { bytes, unnamed: [...sources].filter((src) => !inPage.includes(src)) };
}
