// The starting point of submission tests: a creator that works for a program, and its submissions.

import { type Answer, call, testEnv } from '../world.ts';
import { enroll, mintFile, mintScene } from './creators.ts';

export interface Pair {
  brand: { key: string; id: string };
  creator: { key: string; as: string };
  partner: string;
  program: string;
  application: string;
}

/** A brand's live program with one approved creator, whom a partner manages. */
export async function mintPair(program: Record<string, unknown> = {}): Promise<Pair> {
  const scene = await mintScene({ agreements: [], ...program });
  const creator = { key: scene.partner.key, as: scene.creator };
  const application = await enroll(scene.brand.key, creator, scene.program.id);
  return {
    brand: { key: scene.brand.key, id: scene.brand.id },
    creator,
    partner: scene.partner.id,
    program: scene.program.id,
    application,
  };
}

/** A ready video of the creator's own, without bytes. */
export async function mintVideo(
  pair: Pick<Pair, 'creator'>,
  more: { width?: number; height?: number; duration?: number; status?: string } = {},
): Promise<string> {
  const id = await mintFile(pair.creator.as, 'submission', {
    type: 'video/mp4',
    status: more.status ?? 'ready',
  });
  await testEnv.DB.prepare('UPDATE files SET width = ?2, height = ?3, duration = ?4 WHERE id = ?1')
    .bind(id, more.width ?? 1080, more.height ?? 1920, more.duration ?? 12.5)
    .run();
  return id;
}

export async function submit(pair: Pair, body: Record<string, unknown> = {}): Promise<Answer> {
  const given = 'file' in body || 'url' in body ? body : { ...body, file: await mintVideo(pair) };
  return await call('POST', '/v1/submissions', {
    ...pair.creator,
    body: { program: pair.program, ...given },
  });
}

/** A submission in review. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
export async function mintSubmission(pair: Pair, body: Record<string, unknown> = {}): Promise<any> {
  const answer = await submit(pair, body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

export async function patch(
  caller: { key: string; as?: string },
  id: string,
  body: unknown,
): Promise<Answer> {
  return await call('PATCH', `/v1/submissions/${id}`, { ...caller, body });
}

export async function read(caller: { key: string; as?: string }, id: string): Promise<Answer> {
  return await call('GET', `/v1/submissions/${id}`, caller);
}

/** The status of a response, and the reason of an error. */
export function reasonOf(answer: Answer): [status: number, reason: string | undefined] {
  return [answer.status, answer.body.error?.details?.reason];
}
