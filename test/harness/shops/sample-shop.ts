// A creator's sample of a product that a connected shop sends, and what the shop has of it.
import { connectionById } from '../../../src/domains/accounts/connections/interface.ts';
import { useShop } from '../../../src/domains/accounts/connections/use-connection.ts';
import { followParcels } from '../../../src/domains/work/samples/follow-parcels.ts';
import { makeOrders } from '../../../src/domains/work/samples/make-orders.ts';
import type { Env } from '../../../src/env.ts';
import { MINUTE_MS } from '../../../src/kit/time.ts';
import { systemCtx } from '../../../src/system-ctx.ts';
import * as clock from '../clock.ts';
import { ask, change, mintProductToSend, read, type SampleScene, sampleScene } from '../work/samples.ts';
import { testEnv } from '../world.ts';
import { connectShop } from './connect-shop.ts';
import { type ShopWorld, shopWorld } from './shopify.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
type Any = any;

/** A product of the simulator's shop with stock, and its one variant. */
const PRODUCT = 7002;

export interface SampleShop extends SampleScene {
  world: ShopWorld;
  env: Env;
  connection: string;
  /** A sample that the creator asked for and the brand approved. @returns its ID. */
  approved(): Promise<string>;
  /** The same of another of the simulator's products. */
  another(product: number): Promise<string>;
  shown(id: string, side?: 'brand' | 'creator'): Promise<Any>;
  /** Moves both clocks. */
  pass(ms: number): Promise<void>;
  /** What the cron does each minute. */
  tick(env?: Env, at?: number): Promise<void>;
  follow(): Promise<void>;
  /** The orders and drafts of the shop. */
  there(): Promise<{ orders: Any[]; drafts: Any[] }>;
}

/** Moves the clock, so that the test has to release it. */
export async function sampleShop(): Promise<SampleShop> {
  const [world, scene] = [await shopWorld(), await sampleScene()];
  const connection = await connectShop(world, scene.brand);
  const { env } = world;
  const catalogue = await testEnv.DB.prepare('SELECT id FROM catalogues WHERE connection_id = ?')
    .bind(connection)
    .first<number>('id');
  /** Lets a product be the shop's with this number. */
  const shopHas = async (id: string, product: number) =>
    await testEnv.DB.batch([
      testEnv.DB.prepare(
        "UPDATE products SET source = 'shopify', catalogue = ?2, external_id = ?3 WHERE id = ?1",
      ).bind(id, catalogue, String(product)),
      testEnv.DB.prepare(
        "INSERT INTO shop_variants (catalogue, product, id, title, price, position) VALUES (?1, ?2, ?3, 'One', 2000, 1)",
      ).bind(catalogue, String(product), `${product}1`),
    ]);
  const approved = async (body: object) => {
    const asked = await ask(scene, body);
    const answer = await change(scene, 'brand', asked.body.data.id, { status: 'approved' });
    if (answer.status !== 200) throw new Error(JSON.stringify([asked.body, answer.body]));
    return asked.body.data.id;
  };
  await shopHas(scene.product, PRODUCT);
  const query = `{ orders(first: 20) { nodes { id name tags email sourceName totalPriceSet { shopMoney { amount } }
      customAttributes { key value } } }
    draftOrders(first: 20) { nodes { id status tags } } }`;
  const pass = async (ms: number) => {
    clock.hold(clock.now() + ms);
    await world.sim('clock', { advance: ms });
  };
  return {
    ...{ ...scene, world, env, connection, pass },
    approved: async () => await approved({ variant: `${PRODUCT}1` }),
    async another(number) {
      const product = await mintProductToSend(scene.brand.key);
      await shopHas(product, number);
      return await approved({ product, variant: `${number}1` });
    },
    shown: async (id, side = 'brand') => (await read(scene, side, id)).body.data,
    tick: (other = env, at = clock.now()) => makeOrders(systemCtx(other, at)),
    follow: () => followParcels(systemCtx(env, clock.now())),
    async there() {
      // A process that was killed while it renewed the token keeps the connection until its claim ends.
      await pass(2 * MINUTE_MS);
      const { site, token } = await useShop(
        systemCtx(env, clock.now()),
        (await connectionById(systemCtx(env, clock.now()), connection))!,
        async (_, session) => session,
      );
      const answer = await fetch(`${site.at.api}/admin/api/2026-07/graphql.json`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Shopify-Access-Token': token },
        body: JSON.stringify({ query }),
      });
      const { data, errors } = await answer.json<Any>();
      if (errors) throw new Error(JSON.stringify(errors));
      return { orders: data.orders.nodes, drafts: data.draftOrders.nodes };
    },
  };
}
