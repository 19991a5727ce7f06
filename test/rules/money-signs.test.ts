// An amount on a page shows its currency: no sign is used for two currencies.
import { expect, it } from 'vitest';
import { money } from '../../src/console/format.tsx';
import { CURRENCIES } from '../../src/kit/currencies.ts';
import { read, sources } from './support/sources.ts';

/** Without digits and spaces: people do not distinguish two signs by a space. */
const signOf = (currency: string) => money(15_000, currency).replace(/[\d.,\s]/g, '');

it('every currency has a sign of its own', () => {
  const codes = [...CURRENCIES.keys()];
  const signs = codes.map(signOf);
  expect(codes.filter((code) => signs.indexOf(signOf(code)) !== signs.lastIndexOf(signOf(code)))).toEqual([]);
  expect(CURRENCIES.size).toBeGreaterThan(100);
});

it('the dollars and the crowns among them are told apart', () => {
  const shown = ['usd', 'cad', 'aud', 'sgd', 'sek'].map((currency) => money(15_000, currency));
  expect(shown.map((text) => text.replace(/\s/, ' '))).toEqual([
    '$150.00',
    'CA$150.00',
    'A$150.00',
    'SGD 150.00',
    'SEK 150.00',
  ]);
});

it('amounts are written with the decimals of their currency, and with further ones only if asked for', () => {
  expect([money(5, 'eur'), money(-250, 'gbp'), money(1_234, 'jpy')]).toEqual(['€0.05', '-£2.50', '¥1,234']);
  expect([1_000.125, 1_000].map((cents) => money(cents, 'usd', 'en-US', 4))).toEqual(['$10.00125', '$10.00']);
});

it('no other file of the pages writes a sign or formats a currency', () => {
  const writes = /style: 'currency'|currencyDisplay|[`'"][$€£]\s?\$\{/;
  const found = sources('src/console').filter(
    (path) =>
      !path.endsWith('console/format.tsx') && !path.includes('.generated.') && writes.test(read(path)),
  );
  expect(found).toEqual([]);
});
