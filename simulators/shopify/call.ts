import type { Caller } from './oauth.ts';
import type { Fields } from './wire.ts';
import type { World } from './world.ts';

/** What every resolver is given. */
export interface Call extends Caller {
  world: World;
  /** What the platform says of the search terms that it did not understand. */
  searches: object[];
}

export type Root = (args: Fields, call: Call) => unknown;
export type Roots = Partial<Record<'QueryRoot' | 'Mutation', Record<string, Root>>>;
