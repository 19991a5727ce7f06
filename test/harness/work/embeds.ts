// Embed sessions of a brand, and the frames that exchange their secrets.
import { sha256Hex } from '../../../src/kit/crypto.ts';
import { ask, type Browser, browserOf, send } from '../pages/pages.ts';
import { type MintedPerson, mintPerson } from '../people/people.ts';
import { call, type Minted, mintAccount, testEnv } from '../world.ts';
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
  { brand, creator }: { brand: Pick<Minted, 'key'>; creator: string },
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

/** The record's creator as a person who has taken it over. */
export async function claimRecord(creator: string): Promise<MintedPerson> {
  const person = await mintPerson();
  await testEnv.DB.prepare('UPDATE creators SET person_id = ?, claimed_at = 1 WHERE id = ?')
    .bind(person.id, creator)
    .run();
  return person;
}

export const VERIFIER = 'f'.repeat(64);

/** The person's yes in the window of a session: what the page hands to the frame; null where it asks for none. */
export async function allowIn(
  browser: Browser,
  session: string,
  challenge = sha256Hex(VERIFIER),
): Promise<string | null> {
  const path = `/embed/window/${session}?lang=en`;
  const page = await ask(browser, path);
  if (!page.html.includes('value="allow"')) return null;
  const { html } = await send(browser, path, 'allow', { challenge });
  return /data-code="([0-9A-Za-z]{43})"/.exec(html)?.[1] ?? null;
}

/** What a frame does with what its window handed over. */
export const fetchYes = (session: string, code: unknown, verifier = VERIFIER) =>
  call('POST', `/v1/embeds/${session}/token`, { body: { code, verifier } });

/** A frame in which the record's person has said yes. */
export async function openAsPerson(
  scene: EmbedScene,
  body: Record<string, unknown> = {},
): Promise<{ id: string; token: string; personToken: string; person: MintedPerson; browser: Browser }> {
  const person = await claimRecord(scene.creator);
  const browser = browserOf(person);
  const { id, token } = await openFrame(scene, body);
  const { personToken } = (await fetchYes(id, await allowIn(browser, id))).body.data;
  return { id, token, personToken, person, browser };
}

/** The window of a session whose frame is open. */
export const windowPath = async (scene: EmbedScene): Promise<string> =>
  `/embed/window/${(await openFrame(scene)).id}`;
