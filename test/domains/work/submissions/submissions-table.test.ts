// Every state, action and actor of the transition table, played through the public API.
import { describe, expect, it } from 'vitest';
import { settlePay } from '../../../../src/domains/work/submissions/interface.ts';
import { requireSubmission } from '../../../../src/domains/work/submissions/store.ts';
import {
  ACTIONS,
  type Action,
  type Facts,
  PARTIES,
  type Party,
  STATES,
  type State,
  submissionMachine,
  TRANSITIONS,
} from '../../../../src/domains/work/submissions/transitions.ts';
import { playedRows, shared } from '../../../harness/shared-scenes.ts';
import { eventsOf, verbCtx } from '../../../harness/work/creators.ts';
import {
  mintPair,
  mintSubmission,
  mintVideo,
  type Pair,
  patch,
  read,
} from '../../../harness/work/submissions.ts';
import { type Answer, testEnv } from '../../../harness/world.ts';

const POST_URL = 'https://www.tiktok.com/@me/video/1';
const OTHER_URL = 'https://www.tiktok.com/@me/video/2';

interface Here {
  pair: Pair;
  id: string;
}

/** Takes an action as a party would, through the public API. */
async function act({ pair, id }: Here, by: Party, action: Action): Promise<Answer> {
  return await patch(by === 'brand' ? pair.brand : pair.creator, id, await bodyOf(pair, action));
}

async function bodyOf(pair: Pair, action: Action): Promise<Record<string, unknown>> {
  switch (action) {
    case 'approve':
      return { status: 'approved' };
    case 'reject':
      return { status: 'rejected' };
    case 'revise':
      return { status: 'revision', note: 'Show the cup.' };
    case 'resubmit':
      return { file: await mintVideo(pair) };
    case 'reopen':
      return { status: 'review' };
    case 'publish':
      return { status: 'live', url: OTHER_URL };
    case 'link':
      return { url: OTHER_URL };
    case 'edit':
      return { caption: 'Better' };
    case 'annotate':
      return { tags: ['b', 'a', 'b'] };
  }
}

/** The transitions that bring a new submission into a state; each is part of the table. */
const WAY: Record<State, [Party, Action][]> = {
  review: [],
  revision: [['brand', 'revise']],
  approved: [['brand', 'approve']],
  live: [['brand', 'approve']],
  rejected: [['brand', 'reject']],
};

async function reach(state: State, facts: Facts): Promise<Here> {
  const pair = await mintPair();
  const url = facts.linked ? { url: POST_URL } : {};
  const { id } = await mintSubmission(pair, { file: await mintVideo(pair), ...url });
  const here = { pair, id };
  for (const [by, action] of WAY[state]) expect((await act(here, by, action)).status).toBe(200);
  if (state === 'live') expect((await patch(pair.brand, id, { status: 'live' })).status).toBe(200);
  if (facts.paid) {
    const ctx = verbCtx({ ...pair.brand, keyId: 'key_1', readKey: '' }, { account: 'brand' });
    const paid = { payment: `pay_${'0'.repeat(26)}`, amount: 5000, currency: 'usd' };
    settlePay(ctx, await requireSubmission(ctx, id), paid);
    await ctx.write.commit();
  }
  return here;
}

const reachShared = shared(reach);

/** Everything that a transition could have changed. */
async function everything({ pair, id }: Here) {
  const all = async (query: string, value: string) =>
    (await testEnv.DB.prepare(query).bind(value).all()).results;
  return {
    row: await all('SELECT * FROM submissions WHERE id = ?', id),
    program: await all('SELECT * FROM programs WHERE id = ?', pair.program),
    application: await all('SELECT * FROM applications WHERE id = ?', pair.application),
    creator: await all('SELECT * FROM creators WHERE id = ?', pair.creator.as),
    held: await all('SELECT SUM(holds) AS holds FROM files WHERE owner_id = ?', pair.creator.as),
    events: await eventsOf(pair.brand.id),
  };
}

/** The facts that are possible in a state: only an approved submission can have been paid. */
function factsOf(state: State): Facts[] {
  const paid = state === 'approved' || state === 'live' ? [false, true] : [false];
  return paid.flatMap((one) => [
    { paid: one, linked: false },
    { paid: one, linked: true },
  ]);
}

/**
 * Sending back a submission that was sent back already, and linking one that has a link: these change only
 * what was asked for.
 */
const cases = STATES.flatMap(
  (state) =>
    factsOf(state).flatMap((facts) =>
      ACTIONS.flatMap((action) => PARTIES.map((by) => ({ state, action, by, ...facts }))),
    ),
  // A PATCH with status "review" means a resubmission if the submission was sent back.
).filter(({ state, action }) => !(state === 'revision' && action === 'reopen'));

/** The meaning of a URL alone depends on the state: only for a live submission is it a link. */
function meant(state: State, action: Action): Action {
  if (action !== 'link') return action;
  if (state === 'approved') return 'publish';
  return state === 'revision' ? 'resubmit' : 'link';
}

const moveOf = ({ state, action, by, ...facts }: (typeof cases)[number]) =>
  submissionMachine.moves(state, meant(state, action), facts).find((one) => one.by === by);

describe('every state, action and actor', () => {
  it.each(playedRows(cases, (row) => moveOf(row) !== undefined))(
    '$state: $action by the $by, paid $paid, linked $linked',
    async ({ state, action: asked, by, paid, linked }) => {
      const action = meant(state, asked);
      const moves = submissionMachine.moves(state, action, { paid, linked });
      const move = moves.find((one) => one.by === by);
      const here = await (move ? reach : reachShared)(state, { paid, linked });
      const before = await everything(here);
      const answer = await act(here, by, asked);
      const after = await everything(here);
      if (!move) {
        expect([answer.status, answer.body.error.code]).toEqual(
          moves.length > 0 ? [403, 'permission_denied'] : [409, 'conflict'],
        );
        // A video that was uploaded for the attempt does not change the submission.
        expect(after).toEqual(before);
        return;
      }
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const shown = answer.body.data;
      expect(shown).toMatchObject({ status: move.to, version: (before.row[0]!.version as number) + 1 });
      expect(after.events.slice(before.events.length)).toEqual(
        move.event ? [{ type: move.event, data: { program: here.pair.program, submission: here.id } }] : [],
      );
      expect(shown.revisions).toHaveLength(action === 'resubmit' ? 1 : 0);
      if (action === 'publish' || action === 'link') expect(shown.url).toBe(OTHER_URL);
      else if (action !== 'resubmit') expect(shown.url).toBe(linked ? POST_URL : null);
      const decided = move.to !== 'review';
      if (action !== 'edit' && action !== 'annotate') expect(shown.reviewedAt !== null).toBe(decided);
      // Only approval makes pay due, and only taking it back makes it not due.
      const due = after.row[0]!.pay_due_at !== null;
      if (action === 'approve') expect(due).toBe(true);
      else if (action === 'reopen') expect(due).toBe(false);
      else expect(after.row[0]!.pay_due_at).toBe(before.row[0]!.pay_due_at);
      // The next reader sees what the response showed.
      const caller = by === 'brand' ? here.pair.brand : here.pair.creator;
      expect(withoutLinks((await read(caller, here.id)).body.data)).toEqual(withoutLinks(shown));
    },
  );

  it('covers every state with every action, and the table holds nothing else', () => {
    expect(Object.keys(TRANSITIONS).sort()).toEqual([...STATES].sort());
    for (const actions of Object.values(TRANSITIONS))
      for (const action of Object.keys(actions)) expect(ACTIONS).toContain(action);
    const played = new Set(cases.map(({ state, action, by }) => `${state} ${action} ${by}`));
    expect(played.size).toBe(STATES.length * ACTIONS.length * PARTIES.length - PARTIES.length);
    expect(TRANSITIONS.revision.reopen).toBeUndefined();
  });

  it('is the table that was agreed on', () => {
    const rows = STATES.flatMap((state) =>
      Object.entries(TRANSITIONS[state]).flatMap(([action, moves]) =>
        moves.map(({ by, to, when, needs, event }) =>
          [state, action, by, when && JSON.stringify(when), '->', to, needs && `(${needs})`, event]
            .filter(Boolean)
            .join(' '),
        ),
      ),
    );
    expect(rows).toEqual([
      'review approve brand -> approved submission.approved',
      'review reject brand -> rejected submission.rejected',
      'review revise brand -> revision (note) submission.revision_requested',
      'review edit creator -> review',
      'review annotate brand -> review',
      'revision resubmit creator -> review (work) submission.resubmitted',
      'revision edit creator -> revision',
      'revision annotate brand -> revision',
      'approved publish creator -> live (url) submission.live',
      'approved publish brand -> live submission.live',
      'approved publish service -> live submission.live',
      'approved reopen brand {"paid":false} -> review',
      'approved annotate brand -> approved',
      'live link brand -> live',
      'live link creator {"linked":false} -> live',
      'live annotate brand -> live',
      'rejected reopen brand -> review',
      'rejected annotate brand -> rejected',
    ]);
  });
});

/** Links are signed separately for each response. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
function withoutLinks(record: any) {
  const plain = (one: object) => ({ ...one, videoUrl: null });
  return { ...plain(record), revisions: record.revisions.map(plain) };
}
