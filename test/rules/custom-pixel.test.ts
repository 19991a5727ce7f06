// The page of a pixel shows the same custom pixel as the guide.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CODE } from '../../src/pixel/browser/custom-pixel.ts';

it('a custom pixel is printed in the guide as the page of the pixel shows it', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/shops.md'), 'utf8');
  expect(/```js\n(.*?)```/s.exec(guide)![1]).toBe(CODE);
});
