// `npm run screenshots`: starts the service with the demo, signs its people in, and saves a picture of each page in
// docs/screenshots. Pages contain current dates and IDs, so the pictures differ each time: take them again when the design has
// changed, or those of some pages by their names (`npm run screenshots -- products payments`). `--demo FILE` takes them of a
// service that runs. Pages are found by following links; `shots.ts` knows the ways to the others.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import chromium from '@sparticuz/chromium';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import type { Demo } from '../demo/demo-file.ts';
import { pageFinder } from '../page-finder.ts';
import { FURTHER, fileOf, LOOKS, looksOf, MOST_BYTES, pictureName, WITHOUT_PICTURE } from './pictures.ts';
import { pagePaths } from './registry.ts';
import { FURTHER_SHOTS, SHOTS, type Shot } from './shots.ts';
import { EVERYBODY, type Stage, setStage, type Who } from './stage.ts';

const root = join(import.meta.dirname, '../..');
const target = join(root, 'docs/screenshots');
const PORT = 9_180;
/** WebP quality, at most 100: texts stay sharp, and all pictures fit into their room. */
const QUALITY = 60;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { demo: { type: 'string' } },
    allowPositionals: true,
  });
  if (values.demo) return await takeAll(JSON.parse(await readFile(values.demo, 'utf8')) as Demo, positionals);
  const dir = await mkdtemp(join(tmpdir(), 'screenshots-'));
  const dev = spawn(process.execPath, [join(root, 'tools/dev.ts'), '--port', String(PORT), '--state', dir], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise<void>((resolve, reject) => {
      dev.once('exit', () => reject(new Error('npm run dev ended.')));
      dev.stdout
        .setEncoding('utf8')
        .on('data', (text: string) => text.includes('Demo complete:') && resolve());
    });
    await takeAll(JSON.parse(await readFile(join(dir, 'demo.json'), 'utf8')) as Demo, positionals);
  } finally {
    dev.removeAllListeners('exit');
    const ended = dev.exitCode !== null || dev.signalCode !== null;
    if (!ended && dev.kill('SIGINT')) await new Promise((resolve) => dev.once('exit', resolve));
    await rm(dir, { recursive: true, force: true });
  }
}

/** @param wanted the names of the pictures; none for all. */
async function takeAll(demo: Demo, wanted: readonly string[]): Promise<void> {
  const paths = await pagePaths();
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  try {
    const stage = await setStage(browser, demo);
    const all = await shotsOf(stage, paths);
    const unknown = wanted.filter((name) => !all.has(name));
    if (unknown.length > 0) throw new Error(`There are no pictures called ${unknown.join(', ')}.`);
    const shots = [...all].filter(([name]) => wanted.length === 0 || wanted.includes(name));
    await mkdir(target, { recursive: true });
    const made = new Set<string>();
    for (const who of EVERYBODY) {
      const own = shots.filter(([, one]) => one.who === who);
      for (const file of await takeAs(browser, stage, who, own)) made.add(file);
    }
    if (wanted.length === 0)
      for (const name of await readdir(target)) if (!made.has(name)) await rm(join(target, name));
    console.log(`${made.size} pictures`);
  } finally {
    await browser.close();
  }
  await weigh();
}

/** Each picture by its name. Throws when a page is not found. */
async function shotsOf(stage: Stage, paths: readonly string[]): Promise<Map<string, Shot>> {
  const pageAt = pageFinder(paths.map((path) => ({ path })));
  const found = await followLinks(stage, (path) => pageAt(path)?.path);
  const shots = new Map<string, Shot>();
  for (const path of paths) {
    if (path in WITHOUT_PICTURE) continue;
    const one = SHOTS[path] ?? found.get(path);
    if (!one) throw new Error(`No link leads to ${path}: say in shots.ts how to open it.`);
    shots.set(pictureName(path), one);
  }
  for (const name of FURTHER) shots.set(name, FURTHER_SHOTS[name]);
  return shots;
}

/** Follows all links as everybody, one page of each template and workspace, and strangers first. */
async function followLinks(
  { window, demo }: Stage,
  templateOf: (path: string) => string | undefined,
): Promise<Map<string, Shot>> {
  const shots = new Map<string, Shot>();
  for (const who of EVERYBODY.toReversed()) {
    const { cookies } = await window(who).storageState();
    const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const seen = new Set<string>();
    const waiting = ['/', '/app', '/sign-in', '/sign-up', '/claims', '/components', '/staff', '/mail'];
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const template = templateOf(path);
      const kind = `${template} ${/^\/app\/[a-z]+_\w+/.exec(path)?.[0]}`;
      if (template === undefined || template in WITHOUT_PICTURE || seen.has(kind)) continue;
      seen.add(kind);
      const answer = await fetch(demo.baseUrl + path, { headers: { Cookie }, redirect: 'manual' });
      if (answer.status !== 200) continue;
      // The picture is the owner's where several people may open the page.
      const isFirst = !shots.has(template);
      if (isFirst || (who === 'owner' && template.startsWith('/app/'))) {
        const there = path;
        shots.set(template, { who, path: () => there });
      }
      const html = await answer.text();
      for (const [, link] of html.matchAll(/<a [^>]*href="(\/[^"?#]*)/g)) waiting.push(link!);
    }
  }
  return shots;
}

/** @returns the files. */
async function takeAs(
  browser: Browser,
  stage: Stage,
  who: Who,
  shots: readonly (readonly [name: string, Shot])[],
): Promise<string[]> {
  const made: string[] = [];
  const paths = new Map<string, string>();
  for (const [name, one] of shots) {
    const path: string | undefined = await one.path(stage);
    if (path === undefined) throw new Error(`The way to ${name} ends before the page.`);
    paths.set(name, path);
  }
  for (const [look, { width, height, dark }] of Object.entries(LOOKS) as [
    keyof typeof LOOKS,
    typeof LOOKS.desk,
  ][]) {
    const own = shots.filter(([name]) => looksOf(name).includes(look));
    if (own.length === 0) continue;
    const context = await browser.newContext({
      storageState: await stage.window(who).storageState(),
      baseURL: stage.demo.baseUrl,
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    for (const [name, { first }] of own) {
      const file = fileOf(name, look);
      try {
        await page.goto(paths.get(name)!);
        await first?.(page);
      } catch (cause) {
        throw new Error(`No picture ${file}`, { cause });
      }
      await writeFile(join(target, file), await take(page));
      made.push(file);
    }
    await context.close();
  }
  return made;
}

/** Loads the page's videos, and waits until the browser has taken away the spinner that it draws over them meanwhile. */
const WITH_VIDEOS = `(async () => {
  const videos = [...document.querySelectorAll('video')];
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const loaded = (video) => new Promise((resolve) => {
    if (video.readyState === HTMLMediaElement.HAVE_ENOUGH_DATA) return resolve();
    video.addEventListener('canplaythrough', resolve, { once: true });
    video.preload = 'auto';
  });
  for (const video of videos) await Promise.race([loaded(video), pause(5_000)]);
  if (videos.length > 0) await pause(2_000);
})()`;

/** The window as WebP, which only the browser's own protocol supports. */
async function take(page: Page): Promise<Buffer> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(WITH_VIDEOS);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  return Buffer.from(data, 'base64');
}

async function weigh(): Promise<void> {
  const names = await readdir(target);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(target, name))).size));
  const sum = sizes.reduce((total, size) => total + size, 0);
  console.log(`${names.length} pictures with ${Math.round(sum / 1024)} KiB in docs/screenshots`);
  if (sum > MOST_BYTES) throw new Error(`They must have at most ${MOST_BYTES} bytes together.`);
}

await main();
