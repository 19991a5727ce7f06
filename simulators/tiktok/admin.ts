// What tests and developers tell the simulator: POST /_sim/tiktok/<app>/…, JSON in and out.
import { makePost } from './media.ts';
import { revokeAll } from './oauth.ts';
import { noteRuns } from './status.ts';
import { invalid, type Params } from './wire.ts';
import type { Node, World } from './world.ts';

/** How a request goes wrong. `path` is the beginning of "POST smart_plus/…", without the version; `times` how often. */
export interface Fault {
  kind: (typeof KINDS)[number];
  path: string;
  times: number;
  /** How long a slow answer takes. */
  ms: number;
  /** Of a refusal or a limit. */
  code: number;
  message: string;
  /** What `answer_after` answers in place of the truth. */
  status: number;
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
  'expire',
  'answer_after',
] as const;

const FAULT: Omit<Fault, 'kind'> = {
  ...{ path: '', times: 1, ms: 30_000, code: 40100, message: 'Refused.' },
  ...{ status: 200, type: 'application/json', lead: '', body: '', repeat: 1 },
};
/** What a number of the world stands for: how long things take, and what comes next. */
const SETTINGS = ['review', 'processing', 'copying', 'videosFail', 'rejections'];

export function admin(world: World, path: string, body: Params): unknown {
  const [what, ...rest] = path.split('/');
  const id = rest.length === 0 ? undefined : rest.join('/');
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
    case 'posts':
      return makePost(world, body);
    case 'tokens':
      revokeAll(world, String(body.user));
      return { revoked: body.user };
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

/** Somebody changes a node on the platform itself. `_issue`, `_rejection` and the like are the simulator's own. */
function edit(world: World, id: string, changes: Params): Node {
  const found = world.find(id);
  if (!found) throw invalid(`There is no node ${id}.`);
  const node = world.save({ ...found.node, ...changes });
  if (['campaign', 'adgroup', 'ad'].includes(found.kind))
    noteRuns(world, found.kind === 'campaign' ? id : node.campaign_id);
  return node;
}
