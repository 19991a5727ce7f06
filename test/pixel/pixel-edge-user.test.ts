// Hashing of personal data, compared with the examples that Meta publishes for its Conversions API: a visitor
// with a different hash is a visitor that no platform recognizes.
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../src/kit/crypto.ts';
import { canonicalUserField, type UserField } from '../../src/pixel/canonical-user.ts';
import { hashUser } from '../../src/pixel/hash-user.ts';

describe('hashUser', () => {
  const published: [UserField, string, string][] = [
    ['email', ' John_Smith@gmail.com ', '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f'],
    ['phone', '+1 (650)555-1212', 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176'],
    ['firstName', 'Mary', '6915771be1c5aa0c886870b6951b03d7eafc121fea0e80a5ea83beb7c449f4ec'],
    ['firstName', '정', '8fa8cd9c440be61d0151429310034083132b35975c4bea67fdd74158eb51db14'],
    ['lastName', 'Valéry', '08e1996b5dd49e62a4b4c010d44e4345592a863bb9f8e3976219bac29417149c'],
  ];
  it.each(published)('hashes %s %s as published', (field, raw, expected) => {
    expect(hashUser({ [field]: raw })).toEqual({ [field]: expected });
  });

  it('keeps a value that is a hash already, in lower case', () => {
    const hash = sha256Hex('anna@example.com');
    expect(hashUser({ email: ` ${hash.toUpperCase()} `, externalId: hash })).toEqual({
      email: hash,
      externalId: hash,
    });
  });

  it('takes numbers, and leaves out what is empty, of another type or unknown', () => {
    expect(hashUser({ phone: 16505551212 })).toEqual(hashUser({ phone: '+16505551212' }));
    expect(hashUser({ email: '  ', phone: 'none', city: null, zip: {}, password: 'secret' })).toEqual({});
  });
});

describe('canonical forms', () => {
  const forms: [UserField, string, string][] = [
    ['email', ' Anna@Example.COM', 'anna@example.com'],
    ['phone', '+44 (0)20 7946-0958', '4402079460958'],
    ['phone', '0049 30 123456', '4930123456'],
    ['firstName', " Mary-Ann 3rd O'Neil. ", 'maryann rd oneil'],
    ['city', 'New York City 1', 'newyorkcity'],
    ['city', 'Saint-Étienne', 'saintétienne'],
    ['state', ' C.A. ', 'ca'],
    ['zip', ' 94035-1234', '94035'],
    ['zip', 'M1 1AE', 'm11ae'],
    ['country', ' US', 'us'],
    ['externalId', ' User-42 ', 'User-42'],
  ];
  it.each(forms)('%s %s', (field, raw, expected) => {
    expect(canonicalUserField(field, raw)).toBe(expected);
  });
});
