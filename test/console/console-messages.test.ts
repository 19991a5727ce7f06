// The pages of threads: what each side reads and writes in them, without scripts.
import { describe, expect, it, vi } from 'vitest';
import { processFile } from '../../src/domains/platform/files/process-file.ts';
import * as clock from '../harness/clock.ts';
import { media, processAt } from '../harness/files.ts';
import { askLive } from '../harness/messaging/live.ts';
import { type TalkPages, talkPages } from '../harness/messaging/talk-pages.ts';
import { read, said, told } from '../harness/messaging/talks.ts';
import { ask, type Browser, newBrowser, send, sendShown, wordsOf } from '../harness/pages/pages.ts';
import { call, systemCtx, testEnv } from '../harness/world.ts';

const messages = async ({ brand, thread }: TalkPages) => await read(brand, `/v1/messages?thread=${thread}`);
const newest = async (scene: TalkPages) => (await messages(scene))[0];
const pageOf = async (browser: Browser, path: string) => wordsOf(await ask(browser, path));

describe('the list of threads', () => {
  it('says what is unread, in the navigation too, and nothing marks by being opened', async () => {
    const scene = await talkPages();
    const { brand, owner, thread, ours } = scene;
    const list = await ask(owner, `/app/${brand.id}/messages`);
    expect(wordsOf(list)).toMatch(
      /Messages 1 unread .* Ana Duarte .* Creator May I have the &lt;brief&gt;\? 1 unread/,
    );
    const page = await ask(owner, ours);
    expect(wordsOf(page)).toContain('Mark as read');
    expect(page.html).toContain('May I have the &lt;brief&gt;?');
    expect((await read(brand, '/v1/threads/unread')).messages).toBe(1);
    const { id } = await newest(scene);
    expect((await send(owner, ours, 'mark', { read: id })).status).toBe(303);
    await told(thread);
    expect(await pageOf(owner, ours)).not.toContain('unread');
    expect((await read(brand, '/v1/threads/unread')).messages).toBe(0);
  });

  it('says 1,000+ for what nobody counts further', async () => {
    const { brand, owner, thread } = await talkPages();
    await testEnv.DB.prepare('UPDATE thread_sides SET unread = 1234 WHERE thread_id = ? AND side = ?')
      .bind(thread, brand.id)
      .run();
    expect(await pageOf(owner, `/app/${brand.id}/programs`)).toContain('Messages 1,000+ unread');
    expect(await pageOf(owner, `/app/${brand.id}/messages`)).not.toMatch(/1,234/);
  });

  it('finds threads by words and kind, and says when there are none', async () => {
    const { brand, owner, person, creator, thread } = await talkPages();
    const at = (query: string) => pageOf(owner, `/app/${brand.id}/messages?${query}`);
    await vi.waitFor(async () => expect(await at('q=brief')).toContain('Ana Duarte'));
    expect(await at('q=nothing')).toContain('No messages with these words');
    expect(await at('kind=support')).toContain('No threads of this kind');
    expect(await at('kind=direct')).toContain('Ana Duarte');
    const link = (await ask(owner, `/app/${brand.id}/messages?kind=direct`)).html;
    expect(link).toContain(`/messages/${thread}?kind=direct`);
    expect(await pageOf(person, `/app/${creator.id}/messages`)).toContain('You: May I have');
  });

  it('is one statement beside the visit and the count, whatever the number of threads', async () => {
    const { brand, owner } = await talkPages();
    let asked = 0;
    const spy = new Proxy(testEnv.DB, {
      get: (db, name) => {
        if (name === 'prepare' || name === 'batch') asked++;
        const value = Reflect.get(db, name) as unknown;
        return typeof value === 'function' ? value.bind(db) : value;
      },
    });
    await ask(owner, `/app/${brand.id}/messages`, { env: { ...testEnv, DB: spy } });
    expect(asked).toBe(3);
  });
});

describe('a thread', () => {
  it('is written in, answered, and read by the other side', async () => {
    const scene = await talkPages();
    const { brand, owner, person, thread, ours, theirs } = scene;
    const first = await newest(scene);
    const replies = `${ours}?reply=${first.id}`;
    expect(await pageOf(owner, replies)).toContain('Answers Ana Duarte: May I have');
    const page = await ask(owner, replies);
    const fields = { body: 'Here it is.', replyTo: first.id };
    expect((await sendShown(owner, replies, page, 'send', fields)).status).toBe(303);
    // The same showing of the form is the same message.
    expect((await sendShown(owner, replies, page, 'send', fields)).status).toBe(303);
    await told(thread);
    const seen = await pageOf(person, theirs);
    expect(seen).toMatch(/You: May I have the &lt;brief&gt;\?.* Here it is\./);
    const { id } = await newest(scene);
    await send(person, theirs, 'mark', { read: id });
    await told(thread);
    expect((await ask(owner, ours)).html).toMatch(/<p class="talk-read">Read/);
    expect((await messages(scene)).length).toBe(2);
    expect((await read(brand, `/v1/messages?thread=${thread}`))[0].replyTo).toBe(first.id);
  });

  it('takes reactions, edits and deletions, each by a form', async () => {
    const scene = await talkPages();
    const { owner, person, ours, theirs } = scene;
    const { id } = await newest(scene);
    await send(owner, `${ours}?message=${id}`, 'react', { _id: `${id} 👏` });
    expect((await newest(scene)).reactions).toMatchObject([{ emoji: '👏', count: 1, reacted: true }]);
    expect(await pageOf(person, theirs)).toMatch(/👏 1/);
    await send(owner, ours, 'unreact', { _id: `${id} 👏` });
    expect((await newest(scene)).reactions).toEqual([]);
    const dialog = `${theirs}?message=${id}`;
    const stale = await ask(person, dialog);
    await sendShown(person, dialog, stale, 'edit', { _id: id, body: 'May I have it?' });
    expect(await newest(scene)).toMatchObject({ body: 'May I have it?', version: 2 });
    // What was changed meanwhile is shown beside what was typed.
    const late = await sendShown(person, dialog, stale, 'edit', { _id: id, body: 'Mine' });
    expect([late.status, wordsOf(late)]).toEqual([
      409,
      expect.stringContaining('Current value: May I have it?'),
    ]);
    expect((await sendShown(person, dialog, stale, 'delete', { _id: id })).status).toBe(409);
    expect((await send(person, dialog, 'delete', { _id: id })).status).toBe(303);
    expect(await pageOf(owner, ours)).toContain('Message deleted');
    // Nobody changes what others wrote.
    const own = await said(scene.brand, scene.thread, 'Ours');
    expect((await send(person, theirs, 'edit', { _id: own, body: 'Theirs', _seen: '1' })).status).toBe(403);
  });

  it('takes reports, mutes and blocks, and says why nothing can be written', async () => {
    const scene = await talkPages();
    const { owner, person, ours, theirs } = scene;
    const { id } = await newest(scene);
    await send(owner, `${ours}?message=${id}`, 'report', { _id: id, reason: 'spam', note: 'Again' });
    const report = await testEnv.DB.prepare('SELECT reason, note FROM message_reports WHERE message_id = ?')
      .bind(id)
      .first();
    expect(report).toEqual({ reason: 'spam', note: 'Again' });
    await send(owner, ours, 'mute');
    await told(scene.thread);
    expect(await pageOf(owner, ours)).toMatch(/Muted.*Unmute/);
    await send(owner, ours, 'block');
    await told(scene.thread);
    expect(await pageOf(owner, ours)).toContain('You blocked the other side. Unblock it to write.');
    const other = await pageOf(person, theirs);
    expect(other).toContain('Nothing can be written here now.');
    expect(other).not.toMatch(/blocked|Unblock/);
    await send(owner, ours, 'unblock');
    await told(scene.thread);
    expect(await pageOf(owner, ours)).toContain('Send');
  });

  it('sends a file, keeps one that is still being checked, and drops one that cannot be used', async () => {
    const scene = await talkPages();
    const { person, theirs, owner, ours } = scene;
    const clip = (bytes: Uint8Array) => ({ file: new File([bytes as Uint8Array<ArrayBuffer>], 'cut.mp4') });
    const JOBS = { send: async ({ id }: { id: string }) => await processAt(clock.now(), id) };
    const env = { ...testEnv, JOBS: JOBS as never };
    const sent = await send(person, theirs, 'send', { body: 'My cut' }, { files: clip(media.mp4), env });
    expect(sent.status).toBe(303);
    const page = await ask(owner, ours);
    expect(page.html).toMatch(/<video [^>]*aria-label="cut.mp4"/);
    const wrong = await send(person, theirs, 'send', { body: 'x' }, { files: clip(new Uint8Array(9)), env });
    expect(wrong.status).toBe(422);
    expect(wrong.html).not.toContain('name="attached"');
    expect(wordsOf(wrong)).toMatch(/unknown kind/);
    expect((await send(person, theirs, 'send', { body: '' })).status).toBe(422);
    const late = await send(person, theirs, 'send', { body: 'Later' }, { files: clip(media.mp4) });
    expect([late.status, wordsOf(late)]).toEqual([503, expect.stringContaining('still being checked')]);
    const attached = /name="attached" value="([^"]+)"/.exec(late.html)![1]!;
    expect(late.html).toContain('Later</textarea>');
    await processFile(systemCtx(), attached);
    const done = await sendShown(person, theirs, late, 'send', { body: 'Later', attached });
    expect(done.status).toBe(303);
    expect(await newest(scene)).toMatchObject({ body: 'Later', files: [{ id: attached, kind: 'video' }] });
    const form = (await ask(person, theirs)).html;
    const own = (name: string) => [name, new RegExp(`name="${name}" value="([^"]+)"`).exec(form)![1]!];
    const fields = [own('_token'), own('_once'), ['_action', 'send'], ['body', 'All of it']] as [
      string,
      string,
    ][];
    const tooMany = await ask(person, theirs, {
      fields: [...fields, ...Array.from({ length: 10 }, (): [string, string] => ['attached', attached])],
      files: clip(media.mp4),
      headers: { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' },
    });
    expect([tooMany.status, wordsOf(tooMany)]).toEqual([
      422,
      expect.stringContaining('A message takes 10 files.'),
    ]);
    expect(tooMany.html).toContain('All of it</textarea>');
  }, 60_000);

  it('keeps what was typed when there were too many messages', async () => {
    const scene = await talkPages();
    const { owner, ours } = scene;
    const env = { ...testEnv, MESSAGES_A_MINUTE: '1' };
    expect((await send(owner, ours, 'send', { body: 'First' }, { env })).status).toBe(303);
    const refused = await send(owner, ours, 'send', { body: 'Too fast' }, { env });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.anything()]);
    expect(refused.html).toContain('Too fast</textarea>');
  });

  it('is read by members, who write nothing, and by nobody else', async () => {
    const scene = await talkPages();
    const { member, ours, theirs, owner } = scene;
    const page = await pageOf(member, ours);
    expect(page).toContain('You can read messages here. Owners and admins write them.');
    expect((await send(owner, ours, 'send', { body: '' })).status).toBe(422);
    const { html } = await ask(member, ours);
    expect(html.match(/name="_action" value="\w+"/g)).toEqual(['name="_action" value="ticket"']);
    expect(page).not.toMatch(/Reply|More about/);
    for (const action of ['send', 'mark', 'mute', 'block'])
      expect((await send(member, ours, action, { body: 'x', read: 'msg_x' })).status).toBe(403);
    expect((await ask(owner, theirs)).status).toBe(404);
    expect((await ask(newBrowser(), ours)).status).toBe(303);
    const other = await talkPages();
    expect((await ask(other.owner, `/app/${other.brand.id}/messages/${scene.thread}`)).status).toBe(404);
  });

  it('gives its script a ticket that opens one socket, and a part without the frame', async () => {
    const scene = await talkPages();
    const { owner, ours, thread } = scene;
    const answer = await send(owner, ours, 'ticket');
    expect(answer.status).toBe(200);
    const { ticket, url } = JSON.parse(answer.html) as { ticket: string; url: string };
    expect(url).toBe(`/v1/threads/${thread}/live`);
    const open = { protocols: ['service.live.v1', ticket], origin: 'https://service.test' };
    expect((await askLive(thread, open)).status).toBe(101);
    expect((await askLive(thread, open)).status).toBe(401);
    const part = await ask(owner, `${ours}?part=1`);
    expect(part.html).toMatch(/^<ol>/);
    expect(part.html).not.toMatch(/<html|side-nav/);
    expect(part.html).toContain('id="messages"');
    const sent = await send(owner, `${ours}?part=1`, 'send', { body: 'By script' });
    expect(sent.headers.get('location')).toBe(`${ours}?part=1`);
  });

  it('shows older messages a page at a time', async () => {
    const scene = await talkPages();
    const { brand, owner, ours, thread } = scene;
    const env = { ...testEnv, MESSAGES_A_MINUTE: '100' };
    for (let n = 1; n <= 40; n++)
      await call('POST', '/v1/messages', { key: brand.key, env, body: { thread, body: `Number ${n}.` } });
    const page = await ask(owner, ours);
    const shown = (html: string) => [...html.matchAll(/class="talk-text">([^<]*)/g)].map(([, text]) => text);
    expect(shown(page.html)).toEqual(Array.from({ length: 30 }, (_, n) => `Number ${n + 11}.`));
    const older = /href="([^"]*cursor=[^"]*)">Older/.exec(page.html)![1]!.replaceAll('&amp;', '&');
    const before = await ask(owner, older);
    expect(shown(before.html)).toHaveLength(11);
    expect(wordsOf(before)).toContain('Newest messages');
    // Nothing is live on a page of the past.
    expect([page.html.includes('data-now'), before.html.includes('data-now')]).toEqual([true, false]);
  });
});

describe('a new thread', () => {
  it('is opened with whom one works with, or with us, and one that is there is used again', async () => {
    const scene = await talkPages();
    const { brand, creator, owner, person, thread } = scene;
    const to = (id: string) => `/app/${id}/messages/new`;
    expect(await pageOf(person, to(creator.id))).toContain('Choose a brand');
    const sent = await send(owner, to(brand.id), 'start', { with: creator.id, message: 'Again' });
    expect(sent.headers.get('location')).toBe(`/app/${brand.id}/messages/${thread}`);
    const asked = await send(person, to(creator.id), 'help', { message: 'When am I paid?' });
    const help = asked.headers.get('location')!;
    await told(help.split('/').at(-1)!);
    expect(await pageOf(person, help)).toMatch(/Help .* staff · Waiting for our answer .* When am I paid\?/);
    const stranger = { with: `crtr_${'0'.repeat(26)}`, message: 'Hello' };
    const refused = await send(owner, to(brand.id), 'start', stranger);
    expect(refused.status).toBe(404);
    expect(await call('GET', '/v1/threads', { key: brand.key })).toMatchObject({
      body: { data: [{ id: thread }] },
    });
  });
});
