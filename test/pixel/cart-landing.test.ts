// What the shop script writes into a cart, and what is made of it in an order. The text comes from a stranger's browser.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CART_ATTRIBUTE as READ } from '../../src/integrations/shops/platform.ts';
import { CART_ATTRIBUTE, cartLanding, MAX_CART_LANDING } from '../../src/pixel/cart-attribute.ts';
import { readCartLanding } from '../../src/pixel/cart-landing.ts';

const NOW = Date.parse('2026-11-26T12:00:00Z');
const read = (landing: object) => readCartLanding(JSON.stringify(landing), NOW);

describe('the landing in a cart', () => {
  it('is in the attribute that the reader of orders asks for', () => {
    expect(CART_ATTRIBUTE).toBe(READ);
  });

  it('is read as a landing that an event brings', () => {
    const landing = {
      service_id: 'sub_1',
      service_campaign: 'camp%5F1',
      fbclid: 'F-1',
      gclid: 'G%2D1',
      at: NOW - 1_000,
      on: 'shop.example',
    };
    const text = cartLanding(landing);
    expect(text).not.toContain('shop.example');
    expect(readCartLanding(text, NOW)).toEqual({
      serviceId: 'sub_1',
      campaign: 'camp_1',
      landedAt: NOW - 1_000,
      clickIds: { gclid: 'G-1', fbc: `fb.1.${NOW - 1_000}.F-1` },
    });
  });

  it('keeps our own parameters, and leaves click IDs out that would make it too long', () => {
    const long = 'x'.repeat(500);
    const text = cartLanding({ fbclid: long, gclid: long, ttclid: 'T', service_id: 'sub_1', at: NOW });
    expect(text.length).toBeLessThanOrEqual(MAX_CART_LANDING);
    expect(JSON.parse(text)).toEqual({ at: NOW, service_id: 'sub_1', fbclid: long, ttclid: 'T' });
  });

  it('says nothing where it is not one, and drops what is unusable', () => {
    for (const text of [
      '',
      'null',
      '7',
      '"text"',
      '[]',
      '[{}]',
      '{',
      'sub_1',
      '{"__proto__":{"service_id":"s"}}',
    ])
      expect(readCartLanding(text, NOW), text).toBeNull();
    expect(readCartLanding(`{"service_id":"${'s'.repeat(MAX_CART_LANDING)}"}`, NOW)).toBeNull();
    expect(readCartLanding(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`, NOW)).toBeNull();
    for (const service_id of [7, null, {}, '', '%', '%00', 'a\nb', '%ed%a0%80', 's'.repeat(201)])
      expect(read({ service_id, at: NOW }), String(service_id)).toEqual({ landedAt: NOW });
    for (const at of [undefined, null, 'never', -1, Number.NaN, {}])
      expect(read({ service_id: 's', at }), String(at)).toEqual({ serviceId: 's' });
    expect(read({ service_id: 's', at: NOW + 1e12 })).toEqual({ serviceId: 's', landedAt: NOW });
    expect(read({})).toEqual({});
  });

  it('never throws, and gives back no more than an event may hold', () => {
    const value = fc.oneof(fc.string(), fc.double(), fc.constant(null), fc.jsonValue());
    const landings = fc.record(
      { service_id: value, service_campaign: value, gclid: value, fbclid: value, at: value, other: value },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          landings.map((one) => JSON.stringify(one)),
        ),
        (text) => {
          const found = readCartLanding(text, NOW);
          const { serviceId = '', campaign = '', clickIds = {}, landedAt = 0, ...rest } = found ?? {};
          expect(rest).toEqual({});
          expect([serviceId, campaign].every((id) => id.length <= 200)).toBe(true);
          expect(Object.values(clickIds).every((id) => id.length <= 512)).toBe(true);
          expect(landedAt).toBeLessThanOrEqual(NOW);
        },
      ),
    );
    fc.assert(
      fc.property(landings, (landing) => {
        expect(cartLanding(landing).length).toBeLessThanOrEqual(MAX_CART_LANDING);
      }),
    );
  });
});
