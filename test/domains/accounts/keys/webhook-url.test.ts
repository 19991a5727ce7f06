import { describe, expect, it } from 'vitest';
import { publicUrlProblem } from '../../../../src/kit/public-url.ts';

const refused = (url: string) => expect(publicUrlProblem(url, false), url).not.toBeNull();
const taken = (url: string) => expect(publicUrlProblem(url, false), url).toBeNull();

describe('a webhook URL', () => {
  it('is a public https address, on 443 or 8443', () => {
    for (const url of [
      'https://hooks.example.com',
      'https://hooks.example.com/path?token=a%20b',
      'https://hooks.example.com:443/',
      'https://hooks.example.com:8443/',
      'https://HOOKS.Example.COM/',
      'https://xn--bcher-kva.example.com/',
      'https://bücher.de/hook',
      'https://a.b.c.d.co.uk/',
      'https://1password.com/',
      'https://0x7f.1.com/',
      'https://test.com/',
      'https://local.net/',
      'https://localhost.com/',
    ])
      taken(url);
  });

  it('is no other scheme', () => {
    for (const scheme of ['http', 'ftp', 'file', 'ws', 'wss', 'javascript', 'data', 'blob:https'])
      refused(`${scheme}://hooks.example.com/`);
    for (const text of [
      '',
      'hooks.example.com',
      '//hooks.example.com',
      '/hook',
      'https://',
      'https:///',
      'https:///hooks.example.com/',
      'https:////hooks.example.com/',
      'https:hooks.example.com/',
      'https://hooks.ex%61mple.com/',
      'not a url',
    ])
      refused(text);
  });

  it('has no credentials, written out, empty or encoded', () => {
    for (const url of [
      'https://user:pass@hooks.example.com/',
      'https://user@hooks.example.com/',
      'https://:pass@hooks.example.com/',
      'https://@hooks.example.com/',
      'https://:@hooks.example.com/',
      'https://hooks.example.com@evil.example.com/',
      'https://hooks.example.com%40evil.example.com/',
      'https:hooks.example.com@127.0.0.1/',
      'https://user\\@hooks.example.com/',
    ])
      refused(url);
    taken('https://hooks.example.com/@me?mail=a@b.c');
  });

  it('has no fragment, not even an empty one', () => {
    refused('https://hooks.example.com/#top');
    refused('https://hooks.example.com/#');
    taken('https://hooks.example.com/%23top');
  });

  it('names no IPv4 address in any spelling', () => {
    for (const host of [
      '127.0.0.1',
      '8.8.8.8',
      '10.0.0.1',
      '169.254.169.254',
      '127.1',
      '127.0.1',
      '2130706433',
      '0x7f000001',
      '0x7f.0x0.0x0.0x1',
      '0177.0.0.1',
      '017700000001',
      '0',
      '0x0',
      '127.0.0.1.',
      '１２７.０.０.１',
      '127。0。0。1',
      '①②⑦.0.0.1',
      '%31%32%37.0.0.1',
      '1.2.3.4.5',
      '256.256.256.256',
      '127.0.0.0x1',
    ])
      refused(`https://${host}/`);
  });

  it('names no IPv6 address in any spelling', () => {
    for (const host of [
      '[::1]',
      '[::]',
      '[fe80::1]',
      '[fd00::1]',
      '[2001:4860:4860::8888]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::7f00:1]',
      '[fe80::1%25eth0]',
      '::1',
    ])
      refused(`https://${host}/`);
  });

  it('names no local or private name, with trailing dots or without', () => {
    for (const host of [
      'localhost',
      'LOCALHOST',
      'localhost.',
      'a.localhost',
      'a.localhost.',
      'ⓛocalhost',
      'intranet',
      'printer.local',
      'x.internal.svc',
      'x.svc.cluster.local',
      'db.service.consul',
      'nip.io',
      '127.0.0.1.nip.io',
      'a.10-0-0-1.NIP.io.',
      '127-0-0-1.sslip.io',
      'localtest.me',
      'x.lvh.me',
      'metadata.google.internal',
      'metadata.google.internal.',
      'nas.lan',
      'router.home',
      'router.home.arpa',
      '1.0.0.127.in-addr.arpa',
      'x.corp',
      'x.private',
      'x.test',
      'x.invalid',
      'x.example',
      'x.onion',
      'hooks.example.com..',
      '.example.com',
      'hooks..example.com',
      'localhost..',
    ])
      refused(`https://${host}/`);
    taken('https://hooks.example.com./');
  });

  it('names no other port', () => {
    for (const port of ['80', '22', '8080', '444', '0', '65535', '84430', '-1', 'x', '44３'])
      refused(`https://hooks.example.com:${port}/`);
  });

  it('holds no control characters or blanks that a parser would drop', () => {
    for (const url of [
      'https://hooks.exam\tple.com/',
      'https://hooks.example.com/\n',
      ' https://hooks.example.com/',
      'https://hooks.example.com/ ',
      'https://hooks.example.com/a b',
      'https:\\\\hooks.example.com/',
      'https:hooks.example.com/',
      'https:/hooks.example.com/',
    ])
      refused(url);
  });

  it('has at most 2048 characters', () => {
    taken(`https://hooks.example.com/${'a'.repeat(2048 - 26)}`);
    refused(`https://hooks.example.com/${'a'.repeat(2049 - 26)}`);
  });
});

describe('where local addresses are allowed', () => {
  it('takes http at 127.0.0.1 and localhost on any port, and nothing more', () => {
    for (const url of ['http://127.0.0.1:9000/hook', 'http://localhost:1234/', 'http://localhost'])
      expect(publicUrlProblem(url, true), url).toBeNull();
    for (const url of [
      'http://127.0.0.2/',
      'http://10.0.0.1/',
      'http://[::1]/',
      'http://0.0.0.0/',
      'http://hooks.example.com/',
      'https://127.0.0.1/',
      'https://localhost/',
      'http://a.localhost/',
      'http://user@localhost/',
      'http://localhost/#x',
      'http://2130706433/',
      'http://127.1/',
      'ftp://localhost/',
    ])
      expect(publicUrlProblem(url, true), url).not.toBeNull();
  });

  it('still takes public https addresses', () => {
    expect(publicUrlProblem('https://hooks.example.com/', true)).toBeNull();
  });
});
