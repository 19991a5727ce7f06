// A campaign from its creation to its end, against the platform's simulator.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CampaignWorld, campaignWorld } from '../../../harness/campaigns.ts';
import * as clock from '../../../harness/clock.ts';

let world: CampaignWorld;
beforeAll(async () => {
  world = await campaignWorld();
});
afterAll(() => clock.release());

describe('a campaign', () => {
  it('is set up paused, and refused with all that stands against it', async () => {
    const answer = await world.send('POST', '/v1/campaigns', world.body({ launch: false }));
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    await world.pass();
    await world.pass();
    const { body } = await world.send('GET', `/v1/campaigns/${answer.body.data.id}?expand=timeline`);
    console.log(JSON.stringify(body, null, 1));
  });
});
