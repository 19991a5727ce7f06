// What tests and developers tell the simulator: POST /_sim/snapchat/<app>/…, JSON in and out.
import { endTokens } from './oauth.ts';
import { noteRuns } from './status.ts';
import { type Fields, invalid } from './wire.ts';
import type { Node, World } from './world.ts';

/** How a request goes wrong. `path` is the beginning of "POST adaccounts/…", without the version; `times` how often. */
export interface Fault {
  kind: (typeof KINDS)[number];
  path: string;
  times: number;
  /** How long a slow answer takes. */
  ms: number;
  /** Of a refusal. */
  code: string;
  message: string;
  /** Of a limit: seconds that the answer says to wait; null says nothing, as the platform does. */
  seconds: number | null;
  /** What a refusal or `answer_after` answers with. */
  status: number;
  /** What `answer_after` answers in place of the truth. */
  type: string;
  lead: string;
  body: string;
  repeat: number;
}

const KINDS = [
  'fail_before',
  'fail_after',
  'slow_before',
  'slow_after',
  'rate_limit',
  'refuse',
  'refuse_item',
  'expire',
  'answer_after',
] as const;

const FAULT: Omit<Fault, 'kind'> = {
  ...{ path: '', times: 1, ms: 30_000, code: 'E1001', message: 'Refused.', seconds: null },
  ...{ status: 200, type: 'application/json', lead: '', body: '', repeat: 1 },
};
const SETTINGS = [
  ...['review', 'processing', 'tokenLives', 'rotating', 'mediaFail', 'ineligible', 'rejections'],
  'statsPage',
];

export function admin(world: World, path: string, body: Fields): unknown {
  const [what, id] = path.split('/');
  switch (what) {
    case 'clock': {
      const ms = Number(body.advance ?? 0);
      if (!Number.isInteger(ms) || ms < 0) throw invalid('advance must be milliseconds, forward only.');
      world.set('clock', world.setting('clock', 0) + ms);
      return { now: world.now() };
    }
    case 'faults': {
      if (body.clear) world.clearFaults();
      if (body.clear) return { cleared: true };
      if (!KINDS.includes(body.kind)) throw invalid(`kind must be one of ${KINDS.join(', ')}`);
      world.addFault({ ...FAULT, ...body });
      return { kind: body.kind };
    }
    case 'settings':
      for (const [name, value] of Object.entries(body)) {
        if (!SETTINGS.includes(name)) throw invalid(`There is no setting ${name}: ${SETTINGS.join(', ')}.`);
        world.set(name, value);
      }
      return body;
    case 'tokens':
      endTokens(world, String(body.user), body.renewals !== false);
      return { ended: body.user };
    case 'counts':
      return world.counts();
    case 'nodes':
      return id === undefined ? { data: world.all(body.kind, body.parent) } : edit(world, id, body);
    case 'delivery': {
      const { ad, date, ...row } = body;
      world.set('delivery', { ...world.setting('delivery', {}), [`${ad} ${date}`]: row });
      return row;
    }
    default:
      throw invalid(`Unknown: ${path}`);
  }
}

/** Somebody changes something on the platform itself. `_issue` and `_rejection` are the simulator's own. */
function edit(world: World, id: string, changes: Fields): Node {
  const found = world.find(id);
  if (!found) throw invalid(`There is no node ${id}.`);
  const node = world.save({ ...found.node, ...changes });
  const campaign: Record<string, string> = { campaign: id, adsquad: node.campaign_id, ad: node._campaign };
  if (campaign[found.kind] && !node.deleted) noteRuns(world, campaign[found.kind]!);
  return node;
}
