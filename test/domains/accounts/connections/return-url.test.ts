// The URLs that people may be redirected to.
import { describe, expect, it } from 'vitest';
import { resolveReturnUrl, withStatus } from '../../../../src/domains/accounts/connections/return-url.ts';

const RULES = {
  origins: ['https://app.brand.example', 'https://brand.example:8443'],
  schemes: ['com.brand.app'],
  publicUrl: 'https://service.test',
  allowLocal: false,
};
const resolve = (value: string, more: Partial<typeof RULES> = {}) =>
  resolveReturnUrl(value, { ...RULES, ...more });

describe('a return URL', () => {
  it.each([
    ['https://app.brand.example', 'https://app.brand.example/'],
    ['https://APP.brand.example/a?b=c#d', 'https://app.brand.example/a?b=c#d'],
    ['https://brand.example:8443/x', 'https://brand.example:8443/x'],
    ['/settings/payouts?tab=1', 'https://service.test/settings/payouts?tab=1'],
    ['/', 'https://service.test/'],
    ['com.brand.app://done?x=1', 'com.brand.app://done?x=1'],
    ['COM.brand.app://done', 'com.brand.app://done'],
    ['com.brand.app:/done', 'com.brand.app:/done'],
  ])('%s is taken', (value, url) => {
    expect(resolve(value)).toEqual({ url });
  });

  it.each([
    'https://evil.example/',
    'https://app.brand.example.evil.example/',
    'https://app.brand.example@evil.example/',
    'https://user:pw@app.brand.example/',
    'https://app.brand.example:444/',
    'http://app.brand.example/',
    'http://localhost:3000/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example',
    ' /settings',
    'settings',
    '',
    'javascript:alert(1)',
    'JavaScript://%0aalert(1)',
    'java\nscript://x',
    'data:text/html,x',
    'data://x',
    'vbscript://x',
    'file:///etc/passwd',
    'blob://x',
    'filesystem://x',
    'ws://x',
    'ftp://x/',
    'intent://x#Intent;end',
    'mailto:a@b.example',
    'ms-settings://x',
    'search-ms:query=x&crumb=location:\\\\evil.example',
    'search-ms://query=x',
    'itms-services://?action=download-manifest&url=https://evil.example/x.plist',
    'com.brand.app2://done',
    'com.brand://done',
    'com.brand.app:done',
    'myapp://payouts/done',
    'about:blank',
    'myapp:done',
    'myapp://a b',
    'my_app://x',
  ])('%j is refused', (value) => {
    expect(resolve(value)).toEqual({ problem: expect.any(String) });
  });

  it('may be on this machine in local mode alone', () => {
    for (const value of ['http://localhost:3000/x', 'http://127.0.0.1:8789/']) {
      expect(resolve(value, { allowLocal: true })).toEqual({ url: value });
      expect(resolve(value)).toEqual({ problem: expect.any(String) });
    }
    for (const value of ['http://localhost.evil.example/', 'http://10.0.0.1/', 'ftp://localhost/']) {
      expect(resolve(value, { allowLocal: true })).toEqual({ problem: expect.any(String) });
    }
  });

  it('gets the status beside what it has, in place of one that it has', () => {
    expect(withStatus('https://a.example/x?b=1#frag', 'added')).toBe(
      'https://a.example/x?b=1&status=added#frag',
    );
    expect(withStatus('https://a.example/?status=connected', 'error')).toBe(
      'https://a.example/?status=error',
    );
    expect(withStatus('myapp://done', 'connected')).toBe('myapp://done?status=connected');
    expect(withStatus('myapp://', 'connected')).toBe('myapp://?status=connected');
  });
});
