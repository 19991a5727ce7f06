// docs/screenshots has a picture of each page, on a desk and on a phone, and stays small.
import { readdirSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  FURTHER,
  fileOf,
  looksOf,
  MOST_BYTES,
  pictureName,
  WITHOUT_PICTURE,
} from '../../tools/screenshots/pictures.ts';
import { pagePaths } from '../../tools/screenshots/registry.ts';
import { SHOTS } from '../../tools/screenshots/shots.ts';

const FOLDER = 'docs/screenshots';

it('has each page of the console, and nothing else: take a new page with `npm run screenshots -- NAME`', async () => {
  const paths = await pagePaths();
  const names = [...paths.filter((path) => !(path in WITHOUT_PICTURE)).map(pictureName), ...FURTHER];
  expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([]);
  const files = names.flatMap((name) => looksOf(name).map((look) => fileOf(name, look)));
  expect(readdirSync(FOLDER).toSorted()).toEqual(files.toSorted());
  expect(files.filter((file) => file.includes('dark'))).toHaveLength(10);
  const gone = [...Object.keys(SHOTS), ...Object.keys(WITHOUT_PICTURE)].filter(
    (path) => !paths.includes(path),
  );
  expect(gone).toEqual([]);
});

it('stays small enough for the repository', () => {
  const bytes = readdirSync(FOLDER).map((name) => statSync(`${FOLDER}/${name}`).size);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(MOST_BYTES);
});
