// Copies: at once up to three objects, more of them behind an asynchronous batch.
import { noteRuns, submit } from './status.ts';
import { check, GraphError, invalid, type Params } from './wire.ts';
import type { Node, World } from './world.ts';

const AT_ONCE = 3;
const SPEC = {
  deep_copy: 'bool',
  status_option: ['ACTIVE', 'PAUSED', 'INHERITED_FROM_SOURCE'],
  rename_options: 'object',
  start_time: 'time',
  end_time: 'time',
  campaign_id: 'string',
  adset_id: 'string',
} as const;

type Kind = 'campaign' | 'adset' | 'ad';
type Copied = { ad_object_type: string; source_id: string; copied_id: string };
const NAMES: Record<Kind, string> = { campaign: 'campaign', adset: 'ad_set', ad: 'ad' };

/** @param unbounded in an asynchronous batch there is no limit. */
export function copyNode(world: World, kind: Kind, source: Node, params: Params, unbounded = false): Params {
  const options = check(params, SPEC);
  const deep = kind === 'ad' || options.deep_copy === true;
  const children = deep ? childrenOf(world, kind, source) : [];
  const grand = children.flatMap(([of, child]) => childrenOf(world, of, child));
  if (!unbounded && 1 + children.length + grand.length > AT_ONCE)
    throw invalid(`At most ${AT_ONCE} objects are copied at once. Use an asynchronous request.`, 1885194);
  const copied: Copied[] = [];
  const into: Params = {};
  if (options.campaign_id !== undefined)
    into.campaign_id = world.get('campaign', options.campaign_id, source._account).id;
  if (options.adset_id !== undefined) {
    const adset = world.get('adset', options.adset_id, source._account);
    Object.assign(into, { adset_id: adset.id, campaign_id: adset.campaign_id });
  }
  const id = copyOne(world, kind, source, into, options, true, copied);
  if (deep) copyChildren(world, kind, source, id, options, copied);
  const first = world.get(kind, id);
  noteRuns(world, kind === 'campaign' ? id : first.campaign_id);
  return {
    [kind === 'adset' ? 'copied_adset_id' : `copied_${kind}_id`]: id,
    ...(kind === 'ad' ? {} : { ad_object_ids: copied }),
  };
}

function childrenOf(world: World, kind: Kind, node: Node): [Kind, Node][] {
  const under = kind === 'campaign' ? 'adset' : 'ad';
  if (kind === 'ad') return [];
  return world
    .all(under, node._account)
    .filter(
      (one) => one[kind === 'campaign' ? 'campaign_id' : 'adset_id'] === node.id && one.status !== 'DELETED',
    )
    .reverse()
    .map((one) => [under, one]);
}

function copyChildren(
  world: World,
  kind: Kind,
  from: Node,
  to: string,
  options: Params,
  copied: Copied[],
): void {
  for (const [under, child] of childrenOf(world, kind, from)) {
    const parent =
      kind === 'campaign'
        ? { campaign_id: to }
        : { adset_id: to, campaign_id: world.get('adset', to).campaign_id };
    const id = copyOne(world, under, child, parent, options, false, copied);
    copyChildren(world, under, child, id, options, copied);
  }
}

function copyOne(
  world: World,
  kind: Kind,
  source: Node,
  parent: Params,
  options: Params,
  top: boolean,
  copied: Copied[],
): string {
  const {
    rename_strategy: strategy = 'DEEP_RENAME',
    rename_prefix: before = '',
    rename_suffix: after,
  } = options.rename_options ?? {};
  const renamed = strategy === 'DEEP_RENAME' || (top && strategy === 'ONLY_TOP_LEVEL_RENAME');
  const status = options.status_option ?? 'PAUSED';
  const node: Node = {
    ...source,
    ...parent,
    id: world.newId(),
    name: renamed ? `${before}${source.name}${after ?? ' - Copy'}` : source.name,
    status: status === 'INHERITED_FROM_SOURCE' ? source.status : status,
    _runs: [],
    _budgetChanges: [],
  };
  if (kind !== 'ad' && options.start_time !== undefined) node.start_time = options.start_time;
  if (kind === 'adset' && options.end_time !== undefined) node.end_time = options.end_time;
  const made = world.add(kind, source._account, kind === 'ad' ? submit(world, node) : node);
  copied.push({ ad_object_type: NAMES[kind], source_id: source.id, copied_id: made.id });
  return made.id;
}

/** POST / with `asyncbatch`: each request becomes a session that ends a while later. */
export function startSessions(world: World, params: Params): Params {
  const { asyncbatch } = check(params, { asyncbatch: 'list!' });
  return {
    async_sessions: asyncbatch.map((one: Params) => {
      const [, id] = /^\/?(\d+)\/copies$/.exec(String(one.relative_url ?? '')) ?? [];
      if (id === undefined || one.method !== 'POST')
        throw invalid('An asynchronous batch takes POST <id>/copies here.');
      const body = Object.fromEntries(new URLSearchParams(String(one.body ?? '')));
      const session = {
        id: world.newId(),
        _source: id,
        _body: body,
        _due: world.now() + world.setting('copying', 5000),
      };
      return { id: world.add('session', '', session).id, name: one.name };
    }),
  };
}

export function viewSession(world: World, session: Node): Params {
  if (session._due > world.now()) return { id: session.id, status: 'IN_PROGRESS' };
  if (!session._done) {
    const source = world.find(session._source);
    try {
      if (!source || !['campaign', 'adset', 'ad'].includes(source.kind)) throw invalid('No such object.', 33);
      const result = copyNode(world, source.kind as Kind, source.node, session._body, true);
      session = world.save({ ...session, _done: { status: 'COMPLETED', result: JSON.stringify(result) } });
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      const { code } = error.body.error;
      session = world.save({ ...session, _done: { status: 'FAILED', error_code: code } });
    }
  }
  return { id: session.id, ...session._done };
}
