// Embed sessions of a brand, and the frames that exchange their secrets.
import { call, type Minted, mintAccount } from '../world.ts';
import { mintCreator } from './creators.ts';
import { mintProgram } from './programs.ts';

export const SHOP = 'https://shop.example.com';

export interface EmbedScene {
  brand: Minted;
  creator: string;
  /** A live program that the marketplace shows. */
  program: string;
}

/** A brand whose key lists an origin, with a creator of its own and a program to apply to. */
export async function mintEmbedScene(origins = [SHOP]): Promise<EmbedScene> {
  const brand = await mintAccount('brand', { origins });
  const [creator, program] = [
    await mintCreator(brand.key),
    await mintProgram(brand.key, { status: 'live', visibility: 'network' }),
  ];
  return { brand, creator: creator.id, program: program.id };
}

export const beginEmbed = (
  { brand, creator }: Pick<EmbedScene, 'brand' | 'creator'>,
  body: Record<string, unknown> = {},
) =>
  call('POST', '/v1/embeds', {
    key: brand.key,
    body: { component: 'programs', creator, origin: SHOP, ...body },
  });

/** What a frame's page does with the secret that it was handed. */
export const exchange = (frame: string, clientSecret: unknown, headers: Record<string, string> = {}) =>
  call('POST', `/v1/embeds/${frame}/token`, { body: { clientSecret }, headers });

/** A session whose frame has its token. */
export async function openFrame(
  scene: EmbedScene,
  body: Record<string, unknown> = {},
): Promise<{ id: string; token: string }> {
  const { id, clientSecret } = (await beginEmbed(scene, body)).body.data;
  return { id, token: (await exchange(id, clientSecret)).body.data.token };
}

/** A page that a customer's site shows in a frame. */
export async function framePath(): Promise<string> {
  return `/embed/frame/${(await beginEmbed(await mintEmbedScene())).body.data.id}`;
}
