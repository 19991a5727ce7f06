import { describe, expect, it } from 'vitest';
import { enroll, mintCreator } from '../../../harness/work/creators.ts';
import { mintProgram, patchProgram } from '../../../harness/work/programs.ts';
import { call, type Minted, mintAccount } from '../../../harness/world.ts';

async function mintProduct(brand: Minted, body: object = {}): Promise<string> {
  const made = await call('POST', '/v1/products', { key: brand.key, body: { title: 'Shoe', ...body } });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body.data.id;
}

interface Creator {
  key: string;
  as: string;
}

/** A creator that a partner acts for. */
async function newCreator(): Promise<Creator> {
  const partner = await mintAccount('partner');
  const { id } = await mintCreator(partner.key, { visibility: 'network' });
  return { key: partner.key, as: id };
}

const list = async (creator: Creator, query = ''): Promise<string[]> =>
  (await call('GET', `/v1/products?${query}`, { ...creator })).body.data.map((one: { id: string }) => one.id);
const statusOf = async (creator: Creator, id: string, query = '') =>
  (await call('GET', `/v1/products/${id}${query}`, { ...creator })).status;

describe('what a creator sees of products', () => {
  it('is those of programs that it can see, active ones only', async () => {
    const [brand, creator] = [await mintAccount(), await newCreator()];
    const [shown, other, loose] = [
      await mintProduct(brand, { accessCode: 'SECRET-1' }),
      await mintProduct(brand),
      await mintProduct(brand, { sampleable: true }),
    ];
    const program = await mintProgram(brand.key, {
      status: 'live',
      visibility: 'network',
      products: [shown, other],
    });
    const hidden = await mintProgram(brand.key, { status: 'live', products: [loose] });
    // Everybody sees a live program of the network: its products by ID, and in a list that names it.
    expect(await statusOf(creator, shown)).toBe(200);
    expect(await list(creator, `program=${program.id}`)).toEqual([other, shown]);
    expect(await list(creator)).toEqual([]);
    expect(await statusOf(creator, loose)).toBe(404);
    expect(await list(creator, `program=${hidden.id}`)).toEqual([]);
    const applied = await call('POST', '/v1/applications', { ...creator, body: { program: program.id } });
    expect(applied.status).toBe(201);
    // The account has not agreed to the creator yet, so `loose` is not among them.
    expect(await list(creator)).toEqual([other, shown]);
    expect(await statusOf(creator, loose)).toBe(404);
    expect(await list(creator, 'limit=1')).toEqual([other]);
    await call('PATCH', `/v1/products/${other}`, { key: brand.key, body: { status: 'archived' } });
    expect(await list(creator, 'status=active,archived')).toEqual([shown]);
    expect(await list(creator, 'status=archived')).toEqual([]);
    expect(await list(creator, `program=${program.id}`)).toEqual([shown]);
    expect(await statusOf(creator, other)).toBe(404);
    // The account still sees what its program holds.
    const own = await call('GET', `/v1/products?program=${program.id}&status=archived`, { key: brand.key });
    expect(own.body.data).toMatchObject([{ id: other }]);
  });

  it('is sampleable ones of accounts while they agree', async () => {
    const [brand, creator] = [await mintAccount(), await newCreator()];
    const [first, plain, second] = [
      await mintProduct(brand, { sampleable: true }),
      await mintProduct(brand),
      await mintProduct(brand, { sampleable: true }),
    ];
    const elsewhere = await mintProduct(await mintAccount(), { sampleable: true });
    expect(await statusOf(creator, first)).toBe(404);
    expect(await list(creator)).toEqual([]);
    // One of them is in the program as well, and is listed once.
    const program = await mintProgram(brand.key, {
      status: 'live',
      visibility: 'network',
      products: [second],
    });
    await enroll(brand.key, creator, program.id);
    const pages: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { body: { data: { id: string }[]; nextCursor: string | null } } = await call(
        'GET',
        `/v1/products?limit=1${cursor ? `&cursor=${cursor}` : ''}`,
        { ...creator },
      );
      pages.push(...page.body.data.map((one) => one.id));
      cursor = page.body.nextCursor;
    } while (cursor);
    expect(pages).toEqual([second, first]);
    expect(await list(creator, 'sampleable=true')).toEqual([second, first]);
    expect(await list(creator, 'sampleable=false')).toEqual([]);
    expect(await statusOf(creator, second)).toBe(200);
    for (const id of [plain, elsewhere]) expect(await statusOf(creator, id)).toBe(404);
    await call('PATCH', `/v1/products/${second}`, { key: brand.key, body: { status: 'archived' } });
    expect(await list(creator)).toEqual([first]);
    expect(await statusOf(creator, second)).toBe(404);
    const ended = await call('PATCH', `/v1/creators/${creator.as}`, {
      key: brand.key,
      body: { status: 'removed' },
    });
    expect(ended.status).toBe(200);
    expect(await list(creator)).toEqual([]);
    expect(await statusOf(creator, first)).toBe(404);
  });

  it('never holds a code, and creators change nothing', async () => {
    const [brand, creator] = [await mintAccount(), await newCreator()];
    const id = await mintProduct(brand, { accessCode: 'SECRET-1' });
    await mintProgram(brand.key, { status: 'live', visibility: 'network', products: [id] });
    const seen = await call('GET', `/v1/products/${id}`, { ...creator });
    expect(JSON.stringify(seen.body)).not.toMatch(/SECRET|accessCode/);
    expect(await statusOf(creator, id, '?expand=accessCode')).toBe(403);
    expect((await call('POST', '/v1/products', { ...creator, body: { title: 'Mine' } })).status).toBe(403);
    const changed = await call('PATCH', `/v1/products/${id}`, { ...creator, body: { title: 'Mine' } });
    expect(changed.status).toBe(403);
  });
});

describe("a program's products", () => {
  it("are the account's own active ones when they are set, and stay when archived later", async () => {
    const [brand, other] = [await mintAccount(), await mintAccount()];
    const [own, archived] = [await mintProduct(brand), await mintProduct(brand)];
    const foreign = await mintProduct(other);
    const archive = (id: string) =>
      call('PATCH', `/v1/products/${id}`, { key: brand.key, body: { status: 'archived' } });
    await archive(archived);
    const program = await mintProgram(brand.key, { products: [own] });
    expect(program.products).toEqual([own]);
    for (const id of [archived, foreign, `prod_${'0'.repeat(26)}`]) {
      const refused = await patchProgram(brand.key, program.id, { products: [own, id] });
      expect([refused.status, refused.body.error.details]).toEqual([
        422,
        { reason: 'product_not_found', path: '/products', products: [id] },
      ]);
    }
    await archive(own);
    expect((await patchProgram(brand.key, program.id, { products: [own], name: 'B' })).status).toBe(200);
  });
});
