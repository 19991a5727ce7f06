// Every state, action and actor of the transition table, played through the public API.
import { describe, expect, it } from 'vitest';
import {
  ACTIONS,
  type Action,
  type Facts,
  STATES,
  type State,
  sampleMachine,
  TRANSITIONS,
} from '../../../../src/domains/work/samples/transitions.ts';
import { playedRows, shared } from '../../../harness/shared-scenes.ts';
import { eventsOf } from '../../../harness/work/creators.ts';
import {
  ADDRESS,
  ask,
  change,
  offer,
  read,
  type SampleScene,
  type Side,
  sampleScene,
} from '../../../harness/work/samples.ts';
import { testEnv } from '../../../harness/world.ts';

const BODY: Record<Action, object> = {
  approve: { status: 'approved' },
  accept: { address: ADDRESS },
  reject: { status: 'rejected' },
  readdress: { address: { ...ADDRESS, city: 'Boston' } },
  ship: { status: 'shipped' },
  deliver: { status: 'delivered' },
  track: { trackingUrl: 'https://carrier.example/1' },
  annotate: { note: 'Enjoy' },
};

const WAY: Record<State, Action[]> = {
  pending: [],
  approved: ['approve'],
  rejected: ['reject'],
  shipped: ['approve', 'ship'],
  delivered: ['approve', 'ship', 'deliver'],
};

type Made = { scene: SampleScene; id: string };

async function reach(state: State, { offered, together }: Facts): Promise<Made> {
  const scene = await sampleScene();
  const made = await (offered ? offer(scene) : ask(scene));
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const id = made.body.data.id;
  for (const step of WAY[state]) {
    const accepts = step === 'approve' && offered;
    const answer = await change(scene, accepts ? 'creator' : 'brand', id, BODY[accepts ? 'accept' : step]);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }
  if (!together)
    await testEnv.DB.prepare("UPDATE creator_relationships SET consent = 'ended' WHERE creator_id = ?")
      .bind(scene.creator.as)
      .run();
  return { scene, id };
}
const reachShared = shared(reach);

const everything = async ({ scene, id }: Made) => ({
  row: await testEnv.DB.prepare('SELECT * FROM samples WHERE id = ?').bind(id).first(),
  events: (await eventsOf(scene.brand.id)).filter(({ type }) => type.startsWith('sample.')),
});

const cases = STATES.flatMap(
  (state) =>
    [true, false].flatMap((offered) =>
      // It matters for what is still to be agreed to alone.
      (state === 'pending' ? [true, false] : [true]).flatMap((together) =>
        ACTIONS.flatMap((action) =>
          (['brand', 'creator'] as const).map((by) => ({ state, action, by, offered, together })),
        ),
      ),
    ),
  // An address alone says accept or readdress by what the sample is, and is nothing that a brand gives.
).filter(
  ({ action, state, offered }) =>
    (action !== 'accept' || (state === 'pending' && offered)) &&
    (action !== 'readdress' || !(state === 'pending' && offered)),
);

describe('every state, action and side', () => {
  const isMove = ({ state, action, by, ...given }: (typeof cases)[number]) =>
    sampleMachine.moves(state, action, { ...given, ordering: false }).some((one) => one.by === by);

  it.each(playedRows(cases, isMove))(
    '$state: $action by the $by, offered $offered, together $together',
    async ({ state, action, by, ...given }) => {
      const facts = { ...given, ordering: false };
      const isAddress = action === 'accept' || action === 'readdress';
      const moves = sampleMachine.moves(state, action, facts);
      const move = moves.find((one) => one.by === by);
      const made = await (move ? reach : reachShared)(state, facts);
      const before = await everything(made);
      const { scene, id } = made;
      const answer = await change(scene, by as Side, id, BODY[action]);
      const after = await everything(made);
      if (!move) {
        // Approving what was offered lacks the address, whoever tries.
        const needs = action === 'approve' && by === 'creator' && given.offered;
        const forbidden = moves.length > 0 || (isAddress && by === 'brand');
        expect(answer.status).toBe(needs ? 422 : forbidden ? 403 : 409);
        expect(after).toEqual(before);
        return;
      }
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const written = action === 'annotate' || action === 'track' ? BODY[action] : {};
      expect(answer.body.data).toMatchObject({ status: move.to, ...written });
      expect(after.events.slice(before.events.length)).toEqual(
        move.event
          ? [
              {
                type: move.event,
                data: { sample: id, ...(move.event === 'sample.shipped' && { creator: scene.creator.as }) },
              },
            ]
          : [],
      );
      expect((await read(scene, by as Side, id)).body.data).toEqual(answer.body.data);
    },
  );

  it('is the table that was agreed on', () => {
    const rows = STATES.flatMap((state) =>
      Object.entries(TRANSITIONS[state]).flatMap(([action, moves]) =>
        moves.map(({ by, to, when, event }) =>
          [state, action, by, when && JSON.stringify(when), '->', to, event].filter(Boolean).join(' '),
        ),
      ),
    );
    expect(rows).toEqual([
      'pending approve brand {"offered":false,"together":true} -> approved sample.approved',
      'pending accept creator {"offered":true,"together":true} -> approved sample.approved',
      'pending reject brand -> rejected sample.rejected',
      'pending reject creator -> rejected sample.rejected',
      'pending readdress creator {"offered":false} -> pending',
      'pending annotate brand -> pending',
      'approved reject brand {"ordering":false} -> rejected sample.rejected',
      'approved reject creator {"ordering":false} -> rejected sample.rejected',
      'approved readdress creator {"ordering":false} -> approved',
      'approved ship brand {"ordering":false} -> shipped sample.shipped',
      'approved ship service {"ordering":true} -> shipped sample.shipped',
      'approved annotate brand -> approved',
      'shipped deliver brand -> delivered',
      'shipped deliver service -> delivered',
      'shipped track brand -> shipped',
      'shipped annotate brand -> shipped',
      'delivered track brand -> delivered',
      'delivered annotate brand -> delivered',
    ]);
  });
});
