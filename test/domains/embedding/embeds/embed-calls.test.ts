// What a frame's token opens, held against what its embedder's key opens.
import { afterEach, describe, expect, it } from 'vitest';
import { BODIES, keyRoutes, pathOf } from '../../../contract/support/samples.ts';
import * as clock from '../../../harness/clock.ts';
import { mintEmbedScene, openFrame } from '../../../harness/work/embeds.ts';
import { type Answer, call } from '../../../harness/world.ts';

afterEach(() => clock.release());

describe('the token of a frame', () => {
  it('opens, call by call, nothing that the key does not, and nothing outside its component', async () => {
    // What the database shows of a thread may be written between two calls.
    clock.hold();
    const scene = await mintEmbedScene();
    const { token } = await openFrame(scene);
    const body = { program: scene.program };
    const application = (await call('POST', '/v1/applications', { key: token, body })).body.data.id;
    const { key } = scene.brand;
    const opening = { kind: 'direct', with: scene.creator, message: { body: 'Hello' } };
    const thread = (await call('POST', '/v1/threads', { key, body: opening })).body.data;
    const ids: Record<string, string> = {
      '/v1/programs/:id': scene.program,
      '/v1/applications/:id': application,
      '/v1/creators/:id': scene.creator,
      '/v1/threads/:id': thread.id,
      '/v1/messages/:id': thread.lastMessage.id,
    };
    const bodies: Record<string, unknown> = {
      createApplication: { program: scene.program },
      updateApplication: { status: 'approved' },
      updateCreator: { bio: 'x', version: 999 },
      createThread: { kind: 'direct', with: scene.brand.id },
      createMessage: { thread: thread.id },
      createSubmission: { program: scene.program },
    };
    const opens: Record<string, string[]> = {
      programs: [],
      earnings: [],
      onboarding: [],
      submissions: [],
      messages: [],
    };
    for (const [component, opened] of Object.entries(opens)) {
      const { token } = await openFrame(scene, { component });
      for (const route of keyRoutes) {
        const path = pathOf(route, ids[route.path]);
        const body = route.body ? { body: bodies[route.operationId] ?? BODIES[route.operationId] ?? {} } : {};
        const frame = await call(route.method, path, { key: token, ...body });
        const own = route.embeds?.some((use) => use.startsWith(component));
        if (frame.body?.error?.code === 'permission_denied' && !own) continue;
        opened.push(route.operationId);
        const key = await call(route.method, path, { key: scene.brand.key, as: scene.creator, ...body });
        const without = ({ status, body: { error, ...rest } }: Answer) => [
          status,
          rest,
          error && { ...error, requestId: '' },
        ];
        expect(without(frame), path).toEqual(without(key));
      }
    }
    expect(opens).toEqual({
      programs: [
        'listPrograms',
        'getProgram',
        'createApplication',
        'listApplications',
        'getApplication',
        'updateApplication',
      ],
      earnings: [
        'listPrograms',
        'getBalance',
        'listEarnings',
        'getEarning',
        'listWithdrawals',
        'getWithdrawal',
      ],
      onboarding: [
        'listPrograms',
        'getCreator',
        'updateCreator',
        'listApplications',
        'getApplication',
        'updateApplication',
        'listRelationships',
        'getRelationship',
        'updateRelationship',
      ],
      submissions: [
        'listProducts',
        'listPrograms',
        'getProgram',
        'listApplications',
        'createSubmission',
        'listSubmissions',
        'getSubmission',
        'updateSubmission',
        'createFile',
        'getFile',
        'updateFile',
      ],
      messages: [
        'createFile',
        'getFile',
        'updateFile',
        'createThread',
        'listThreads',
        'getThread',
        'updateThread',
        'createLiveTicket',
        'createMessage',
        'listMessages',
        'updateMessage',
      ],
    });
  });
});
