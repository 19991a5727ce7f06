// The service, the simulated ad platforms and a brand's receiver, recording everything that anybody could
// have seen: responses, logs, requests and stored data.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inject } from 'vitest';
import {
  AD_PLATFORMS,
  type AdPlatformName,
  adVars,
  PLACES,
  scriptAds,
  secretOf,
} from '../../../tools/demo/ad-platforms.ts';
import { type Caller, callApi, uploadMedia } from '../../../tools/demo/api.ts';
import { runCron } from '../../../tools/demo/crons.ts';
import { verifySignature } from '../../../tools/demo/signature.ts';
import * as clock from '../../harness/clock.ts';
import type {} from '../../harness/servers/start-simulators.ts';
import { startReceiver } from '../webhooks-world.ts';
import { freePorts } from './dev.ts';
import { startService } from './service.ts';

export interface Told {
  id: string;
  type: string;
  data: Record<string, string>;
}

export interface AdsWorld {
  baseUrl: string;
  brand: Caller;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  api(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<any>;
  /** Scripts a platform's simulator. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  sim(name: AdPlatformName, path: string, body?: object): Promise<any>;
  /** Two approved submissions, with their video. */
  approvedSubmission(): Promise<string[]>;
  /** Lets time pass here and on the platforms, and does what is due then. */
  later(ms: number): Promise<void>;
  /** The events that the brand's server got, in the order of arrival. Throws for a wrong signature. */
  told(): Told[];
  /** Everything that anybody could have seen so far, by place. */
  traces(): Promise<Record<string, string>>;
  /** Everything that the platforms ever issued, and the secrets of the service's apps there. */
  issued(): Promise<string[]>;
  stop(): Promise<void>;
}

/** What each platform stores about people's consents. */
const ISSUED: Record<AdPlatformName, readonly string[]> = {
  meta: ['code', 'token'],
  tiktok: ['code', 'token'],
  google: ['code', 'token', 'grant'],
  snapchat: ['code', 'token', 'refresh'],
};

export async function startAdsWorld(): Promise<AdsWorld> {
  const simulators = { url: inject('simulators') };
  const port = await freePorts();
  const receiver = await startReceiver(port + 1, { '/hook': (response) => response.writeHead(204).end() });
  const service = await startService(port, adVars(simulators.url));
  const { baseUrl, demo } = service;
  const answers = keepAnswers(baseUrl);
  const brand = { key: demo.keys.brand };
  const api: AdsWorld['api'] = (method, path, body) => callApi(baseUrl + path, method, brand, body);
  const sim: AdsWorld['sim'] = (name, path, body = {}) => scriptAds(simulators.url, name, path, body);
  const webhookUrl = `http://127.0.0.1:${port + 1}/hook`;
  const { webhookSecret } = await api('PATCH', '/v1/keys/current', { webhookUrl });
  let now = clock.now();
  return {
    baseUrl,
    brand,
    api,
    sim,
    async approvedSubmission() {
      const creator = { ...brand, as: demo.creators.added };
      return await Promise.all(
        ['Morning', 'Evening'].map(async (caption) => {
          const file = await uploadMedia(baseUrl, creator, 'submission', 'ad.mp4');
          const sent = { program: demo.program, file, caption, platform: 'tiktok' };
          const { id } = await callApi(`${baseUrl}/v1/submissions`, 'POST', creator, sent);
          await api('PATCH', `/v1/submissions/${id}`, { status: 'approved' });
          return id;
        }),
      );
    },
    async later(ms) {
      now = Math.max(now, clock.now()) + ms;
      await Promise.all(AD_PLATFORMS.map((name) => sim(name, 'clock', { advance: ms })));
      await runCron(baseUrl, '* * * * *', now);
    },
    told: () =>
      receiver.of('/hook').map(({ headers, body, at }) => {
        const signature = String(headers['service-signature']);
        if (!verifySignature(signature, Buffer.from(body), webhookSecret, at))
          throw new Error(`a bad signature: ${signature} of ${body}`);
        return JSON.parse(body) as Told;
      }),
    traces: async () => ({
      answers: answers.join('\n'),
      logs: service.log.join('\n'),
      webhooks: JSON.stringify(receiver.received),
      databases: await dump(service.dir),
    }),
    async issued() {
      const all = AD_PLATFORMS.map(async (name) => {
        const kinds = ISSUED[name].map((kind) => sim(name, 'nodes', { kind }));
        const nodes = (await Promise.all(kinds)).flatMap(({ data }) => data as { id: string }[]);
        return [secretOf(PLACES[name].app), ...nodes.map(({ id }) => id)];
      });
      return (await Promise.all(all)).flat();
    },
    async stop() {
      await service.stop();
      await receiver.close();
    },
  };
}

/** Records all responses of the service to this process from now on: bodies and headers. */
function keepAnswers(baseUrl: string): string[] {
  const kept: string[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const answer = await real(input, init);
    if (String(input).startsWith(baseUrl))
      kept.push(JSON.stringify([...answer.headers]), await answer.clone().text());
    return answer;
  };
  return kept;
}

/** Every value of every table in the service's databases, read from the disk. */
async function dump(dir: string): Promise<string> {
  const folder = join(dir, 'state/v3/d1');
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.sqlite'));
  return files
    .flatMap((file) => {
      const db = new DatabaseSync(join(folder, file), { readOnly: true });
      const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
      const texts = tables.map(
        ({ name }) => `${name} ${JSON.stringify(db.prepare(`SELECT * FROM "${name}"`).all())}`,
      );
      db.close();
      return texts;
    })
    .join('\n');
}
