// What tests and developers tell the simulator: POST /_sim/google/<project>/…, JSON in and out.
import { revokeUser } from './oauth.ts';
import { noteRuns } from './status.ts';
import { type Json, malformed } from './wire.ts';
import type { Node, World } from './world.ts';

/** How a request goes wrong. `path` is the beginning of "POST customers/…", without the version; `times` how often. */
export interface Fault {
  kind: (typeof KINDS)[number];
  path: string;
  times: number;
  /** How long a slow answer takes. */
  ms: number;
  /** Of a refusal: `family.CODE`. */
  code: string;
  message: string;
  /** Until a limit ends. */
  seconds: number;
  /** What `answer_after` answers in place of the truth. */
  status: number;
  type: string;
  lead: string;
  body: string;
  repeat: number;
}

const KINDS = [
  ...(['fail_before', 'fail_after', 'slow_before', 'slow_after'] as const),
  ...(['rate_limit', 'refuse', 'expire', 'answer_after'] as const),
] as const;

const FAULT: Omit<Fault, 'kind'> = {
  ...{ path: '', times: 1, ms: 30_000, code: 'requestError.UNKNOWN', message: 'Refused.', seconds: 30 },
  ...{ status: 200, type: 'application/json', lead: '', body: '', repeat: 1 },
};
const SETTINGS = ['review', 'processing', 'tokenLives', 'videosFail', 'rejections', 'pageSize'];

export function admin(world: World, what: string, body: Json): unknown {
  switch (what) {
    case 'clock': {
      const ms = Number(body.advance ?? 0);
      if (!Number.isInteger(ms) || ms < 0) throw malformed('advance must be milliseconds, forward only.');
      world.set('clock', world.setting('clock', 0) + ms);
      return { now: world.now() };
    }
    case 'faults': {
      if (body.clear) world.clearFaults();
      if (body.clear) return { cleared: true };
      if (!KINDS.includes(body.kind)) throw malformed(`kind must be one of ${KINDS.join(', ')}`);
      world.addFault({ ...FAULT, ...body } as Fault);
      return { kind: body.kind };
    }
    case 'settings':
      for (const [name, value] of Object.entries(body)) {
        if (!SETTINGS.includes(name)) throw malformed(`There is no setting ${name}: ${SETTINGS.join(', ')}.`);
        world.set(name, value);
      }
      return body;
    case 'tokens':
      if (body.end === 'access')
        for (const token of world.all('token')) world.save({ ...token, _ended: true });
      else revokeUser(world, String(body.user));
      return body;
    case 'counts':
      return world.counts();
    case 'nodes':
      return { data: world.all(body.kind, body.parent) };
    case 'add': {
      const { kind, parent, ...node } = body;
      return world.add(kind, parent, node as Node);
    }
    case 'edit':
      return edit(world, body);
    case 'delivery': {
      const { ad, date, ...row } = body;
      world.set('delivery', { ...world.setting('delivery', {}), [`${ad} ${date}`]: row });
      return row;
    }
    default:
      throw malformed(`Unknown: ${what}`);
  }
}

/** Somebody changes something on the platform itself. */
function edit(world: World, { id, ...changes }: Json): Node {
  const found = world.find(id);
  if (!found) throw malformed(`There is no ${id}.`);
  const node = world.save({ ...found.node, ...changes });
  if (found.parent !== '') noteRuns(world, world.find(found.parent)!.node);
  return node;
}
