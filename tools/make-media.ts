// Makes the small media files that tests and the demo upload: a browser draws, encodes and prints them, so that they
// are what people's own software makes. Run by hand; its results are committed.
//
//   node tools/make-media.ts [DIRECTORY]        (default tools/demo/media)
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import chromiumBinary from '@sparticuz/chromium';
import { chromium, type Page } from 'playwright-core';

const folder = process.argv[2] ?? 'tools/demo/media';
/** Base64 by file name. */
type Made = Record<string, string>;

const PAGE = 'tools/media-page.js';
const MEDIABUNNY = 'node_modules/mediabunny/dist/bundles/mediabunny.min.cjs';

async function pdf(page: Page): Promise<Made> {
  await page.setContent(
    `<h1>Creator agreement</h1><p>You keep your rights; we may show your video for one year.</p>
     <h1 style="break-before: page">Payment</h1><p>Within 14 days of approval.</p>
     <h1 style="break-before: page">Signature</h1>`,
  );
  return { 'agreement.pdf': (await page.pdf({ format: 'A4' })).toString('base64') };
}

const browser = await chromium.launch({
  executablePath: await chromiumBinary.executablePath(),
  args: chromiumBinary.args,
  headless: true,
});
try {
  const page = await browser.newPage();
  // WebCodecs needs a secure context.
  await page.route('https://media.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>' }),
  );
  await page.goto('https://media.test/');
  mkdirSync(folder, { recursive: true });
  await page.addScriptTag({ path: MEDIABUNNY });
  await page.addScriptTag({ path: PAGE });
  const all = {
    ...(await page.evaluate<Made>('makeImages()')),
    ...(await page.evaluate<Made>('makeVideos()')),
    ...(await pdf(page)),
  };
  for (const [name, base64] of Object.entries(all)) {
    const bytes = Buffer.from(base64, 'base64');
    writeFileSync(join(folder, name), bytes);
    console.log(`${name}: ${bytes.byteLength} bytes`);
  }
} finally {
  await browser.close();
}
