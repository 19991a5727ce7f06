// What tests and developers tell every simulated ad platform: POST /_sim/<platform>/<app>/…, JSON in and out.
import type { Fault } from './faults.ts';
import type { Nodes, StoredNode } from './nodes.ts';

// biome-ignore lint/suspicious/noExplicitAny: each command checks what it reads
type Body = Record<string, any>;

export interface Scripting<Kind extends string, F extends Fault> {
  faultKinds: readonly string[];
  /** What a fault is where a test does not say otherwise. */
  fault: Omit<F, 'kind'>;
  /** The settings that there are: how long things take, and what comes next. */
  settings: readonly string[];
  /** What the platform throws of a wrong command. */
  refuse(message: string): Error;
  /** Called when somebody has changed a node on the platform itself. */
  edited(node: StoredNode, kind: Kind, parent: string): void;
  /** Commands of this platform alone. */
  own?: Record<string, (body: Body) => unknown>;
}

/** @param path what comes behind the app: `clock`, `nodes/<id>`. */
export function command<Kind extends string, F extends Fault>(
  world: Nodes<Kind>,
  path: string,
  body: Body,
  { faultKinds, fault, settings, refuse, edited, own = {} }: Scripting<Kind, F>,
): unknown {
  const [, what = '', id] = /^([^/]*)(?:\/(.+))?$/.exec(path) ?? [];
  switch (what) {
    case 'clock': {
      const ms = Number(body.advance ?? 0);
      if (!Number.isInteger(ms) || ms < 0) throw refuse('advance must be milliseconds, forward only.');
      world.set('clock', world.setting('clock', 0) + ms);
      return { now: world.now() };
    }
    case 'faults': {
      if (body.clear) world.clearFaults();
      if (body.clear) return { cleared: true };
      if (!faultKinds.includes(body.kind)) throw refuse(`kind must be one of ${faultKinds.join(', ')}`);
      world.addFault({ ...fault, ...body } as F);
      return { kind: body.kind };
    }
    case 'settings':
      for (const [name, value] of Object.entries(body)) {
        if (!settings.includes(name)) throw refuse(`There is no setting ${name}: ${settings.join(', ')}.`);
        world.set(name, value);
      }
      return body;
    case 'counts':
      return world.counts();
    case 'nodes': {
      if (id === undefined) return { data: world.all(body.kind, body.parent) };
      const found = world.find(decodeURIComponent(id));
      if (!found) throw refuse(`There is no node ${id}.`);
      // `_issue`, `_rejection` and the like are the simulator's own.
      const node = world.save({ ...found.node, ...body });
      edited(node, found.kind, found.parent);
      return node;
    }
    case 'add': {
      const { kind, parent = '', nodes, ...node } = body;
      const all: StoredNode[] = nodes ?? [node];
      for (const one of all) world.add(kind, parent, one);
      return { added: all.length };
    }
    case 'delivery': {
      const { ad, date, ...row } = body;
      world.set('delivery', { ...world.setting('delivery', {}), [`${ad} ${date}`]: row });
      return row;
    }
    default: {
      const mine = Object.hasOwn(own, what) ? own[what] : undefined;
      if (!mine) throw refuse(`Unknown: ${path}`);
      return mine(body);
    }
  }
}
