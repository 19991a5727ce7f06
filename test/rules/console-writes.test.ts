// Whatever a person may change by the API can be changed on a page, or there is a reason.
import { expect, it } from 'vitest';
import { read, sources } from './support/sources.ts';

/** Writes that no page makes, by the reason. */
const ON_NO_PAGE: Readonly<Record<string, readonly string[]>> = {
  'It is about the key that calls it, is a part of OAuth, or opens a frame in a customer’s own page.': [
    'updateCurrentKey',
    'issueToken',
    'revokeToken',
    'registerClient',
    'createEmbed',
  ],
  'A shop’s pixel or server sends it.': ['createPixelEvent', 'createEventBatch'],
  'Pages do the same by an operation of their own, with a person instead of a key, or with a form’s file.': [
    'createFile',
    'createLogo',
    'createTestEvent',
    'redeliverEvent',
  ],
  'It changes a record of /v1 by the words of the Business API; its page does so by the words of /v1.': [
    'updateOrganizationProfile',
    'updateCreative',
  ],
  'Measurement is in the second half of the console.': [
    'createPixel',
    'createConversion',
    'updateConversion',
  ],
  'An agency’s clients are in the second half of the console.': ['createBrand', 'updateBrand'],
  'The account’s own settings are in the second half of the console.': ['updateAccount'],
};

interface Document {
  paths: Record<string, Record<string, { operationId: string }>>;
}

it('makes every write of the API on a page, or says why not', () => {
  const { paths } = JSON.parse(read('openapi.json')) as Document;
  const pages = sources('src/console')
    .map((path) => read(path))
    .join('\n');
  const writes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'get')
      .map(([method, { operationId }]) => ({
        operationId,
        route: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      })),
  );
  expect(writes.length).toBeGreaterThan(0);
  const missing = writes.filter(({ route }) => !pages.includes(`'${route}'`));
  expect(missing.map(({ operationId }) => operationId).sort()).toEqual(
    Object.values(ON_NO_PAGE).flat().sort(),
  );
});
