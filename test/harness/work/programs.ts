import { type Answer, call } from '../world.ts';

/** A program of the key's account, a draft by default, as POST returns it. */
export async function mintProgram(key: string, body: Record<string, unknown> = {}, as?: string) {
  const answer = await call('POST', '/v1/programs', {
    key,
    ...(as ? { as } : {}),
    body: { name: 'Summer', ...body },
  });
  if (answer.status !== 201) throw new Error(`program: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

export async function patchProgram(key: string, id: string, body: unknown): Promise<Answer> {
  return await call('PATCH', `/v1/programs/${id}`, { key, body });
}
