// The review room in a real browser: how long the next submission's video takes from the key that moves on to its first frame,
// beside a page with nothing but a `<video>` of the same file.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import chromium from '@sparticuz/chromium';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { newId } from '../../src/kit/ids.ts';
import { LOCAL_SECRETS } from '../demo/local-secrets.ts';
import { ROUNDS, type Row } from './cases.ts';
import { fillRoster } from './creators-work.ts';
import { startPages } from './instances.ts';
import { interleave } from './load.ts';
import { signInOwner } from './page-lists.ts';
import { type Scene, setScene } from './scene.ts';

const SECONDS = 4;
/** A home's connection. */
const NETWORK = {
  offline: false,
  latency: 20,
  downloadThroughput: 25_000_000 / 8,
  uploadThroughput: 10_000_000 / 8,
};

/** A video of a few MB: noise, which compresses badly. */
async function recordVideo(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage();
  const encoded = await page.evaluate<string>(`(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 540, height: 960 });
    const context = canvas.getContext('2d');
    const picture = context.createImageData(540, 960);
    const recorder = new MediaRecorder(canvas.captureStream(24), { mimeType: 'video/webm;codecs=vp8', videoBitsPerSecond: 6e6 });
    const parts = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((resolve) => { recorder.onstop = resolve; });
    recorder.start();
    for (const end = performance.now() + ${SECONDS * 1000}; performance.now() < end; ) {
      for (let n = 0; n < picture.data.length; n += 4) picture.data.set([n * Math.random(), n >> 12, n >> 4, 255], n);
      context.putImageData(picture, 0, 0);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    recorder.stop();
    await ended;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    let text = '';
    for (let n = 0; n < bytes.length; n += 30_000) text += String.fromCharCode(...bytes.subarray(n, n + 30_000));
    return btoa(text);
  })()`);
  await page.close();
  return Buffer.from(encoded, 'base64');
}

interface Front {
  origin: string;
  /** Where the pages are. */
  leadTo: (url: string) => void;
  stop: () => void;
}

/** One address for the pages and the video, as in a deployment. */
async function startFront(video: Buffer): Promise<Front> {
  let pages = '';
  const server = createServer((asked, answer) => {
    const path = asked.url ?? '/';
    if (path.startsWith('/bare')) {
      const html = `<!doctype html><video muted preload="auto" src="/files/bare${path.slice('/bare'.length)}"></video>`;
      return answer.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
    }
    if (path.startsWith('/files/')) return answerVideo(asked, answer, video);
    const { host, ...headers } = asked.headers;
    const passed = request(pages + path, { method: asked.method, headers }, (back) => {
      answer.writeHead(back.statusCode ?? 502, back.headers);
      back.pipe(answer);
    });
    asked.pipe(passed);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (url) => {
      pages = url;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** With the headers of src/domains/platform/files/serve-file.ts. */
function answerVideo({ headers: { range } }: IncomingMessage, answer: ServerResponse, video: Buffer): void {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  const headers = {
    'Content-Type': 'video/webm',
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, max-age=600',
    ETag: '"video"',
  };
  if (from === undefined) {
    answer.writeHead(200, { ...headers, 'Content-Length': video.length }).end(video);
    return;
  }
  const last = to ? Number(to) : video.length - 1;
  const part = video.subarray(Number(from), last + 1);
  const Range = `bytes ${from}-${last}/${video.length}`;
  answer.writeHead(206, { ...headers, 'Content-Length': part.length, 'Content-Range': Range }).end(part);
}

/** Submissions that wait for a review, each with the video. @returns the path of the newest one's page. */
async function fillQueue(scene: Scene, count: number): Promise<string> {
  const { main, account } = scene;
  await fillRoster(scene, account, newId('program', 0), 1);
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const now = Date.now();
    const [submission, file] = [newId('submission', now), newId('file', now)];
    ids.push(submission);
    await main.batch([
      main
        .prepare(
          `INSERT INTO files (id, owner_id, uploaded_by, purpose, status, size, type, sha256, width, height, duration, url_key,
             version, created_at, updated_at)
           VALUES (?1, ?2, ?2, 'submission', 'ready', 1234, 'video/webm', ?3, 540, 960, ?4, 'key', 1, ?5, ?5)`,
        )
        .bind(file, account, 'c'.repeat(64), SECONDS, now),
      main
        .prepare(
          `INSERT INTO submissions (id, account_id, program_id, application_id, creator_id, status, file_id, caption, submitted_at,
             version, created_at, updated_at)
           SELECT ?1, ?2, ?3, 'appl_1', creator_id, 'review', ?4, 'Cold brew at dawn', ?5, 1, ?5, ?5 FROM creator_relationships
           WHERE account_id = ?2`,
        )
        .bind(submission, account, newId('program', 0), file, now),
    ]);
  }
  // The one after it came in before it.
  return `/app/${account}/submissions/${ids.at(-1)}`;
}

/** Milliseconds from the beginning of the page's navigation to its video's first frame. */
const FIRST_FRAME = `new Promise((resolve) => {
  const video = document.querySelector('video');
  const done = () => resolve(performance.now());
  if (video.readyState >= 2) done();
  else video.addEventListener('loadeddata', done, { once: true });
})`;

async function openRoom(page: Page): Promise<number> {
  const next = page.locator('a[data-move="next"]');
  const path = (await next.getAttribute('href'))!;
  // What a reviewer sees first is not waited for: the one after it is loaded once this one is.
  await page.waitForFunction('sessionStorage.getItem("video ahead") !== null');
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('j');
  await page.waitForURL((url) => url.pathname === path);
  return await page.evaluate<number>(FIRST_FRAME);
}

async function openBare(page: Page, origin: string, n: number): Promise<number> {
  await page.goto(`${origin}/bare${n}`, { waitUntil: 'commit' });
  await page.waitForSelector('video', { state: 'attached' });
  return await page.evaluate<number>(FIRST_FRAME);
}

export async function firstFrame(): Promise<Row> {
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const front = await startFront(await recordVideo(browser));
  const pages = await startPages({ PUBLIC_URL: front.origin, ALLOW_LOCAL_URLS: 'true', ...LOCAL_SECRETS });
  front.leadTo(pages.url);
  try {
    const scene = await setScene(pages.mf);
    const first = await fillQueue(scene, ROUNDS + 3);
    const [name, value] = (await signInOwner(scene, scene.account)).split('=') as [string, string];
    const open = async () => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      // Browsers treat loopback as secure; cookies that are set from outside need https.
      const url = front.origin.replace('http:', 'https:');
      await context.addCookies([{ name, value, url, secure: true, httpOnly: true, sameSite: 'Lax' }]);
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', NETWORK);
      return page;
    };
    const [room, bare] = [await open(), await open()];
    await room.goto(front.origin + first);
    let shown = 0;
    const { a, b, ratio } = await interleave(
      ROUNDS,
      () => openRoom(room),
      () => openBare(bare, front.origin, shown++),
    );
    return {
      what: "Next video's first frame in the review room (bare: a page with the video alone)",
      unit: 'ms',
      ours: a,
      bare: b,
      ratio,
      target: { most: 1.2 },
    };
  } finally {
    await browser.close();
    await pages.stop();
    front.stop();
  }
}
