// The demo's first creators, their program, a first submission and first bonuses: everything that is made
// while the service is not running yet, and so can be dated in the past.
import { homeId } from '../../src/auth/actor.ts';
import type { Ctx } from '../../src/context.ts';
import { createPayment } from '../../src/domains/money/payments/create-payment.ts';
import { createApplication } from '../../src/domains/work/applications/create-application.ts';
import { updateApplication } from '../../src/domains/work/applications/update-application.ts';
import { createCreatorCode } from '../../src/domains/work/creator-codes/create-creator-code.ts';
import { createCreator } from '../../src/domains/work/creators/create-creator.ts';
import { updateCreator } from '../../src/domains/work/creators/update-creator.ts';
import { createProgram } from '../../src/domains/work/programs/create-program.ts';
import { createSubmission } from '../../src/domains/work/submissions/create-submission.ts';
import { updateSubmission } from '../../src/domains/work/submissions/update-submission.ts';
import type { Demo } from './demo-file.ts';

type Made = Pick<Demo, 'creators' | 'program' | 'application' | 'submission' | 'bonuses' | 'codes'>;

/** The demo's creators accept agreements without an address or browser. */
const NOWHERE = { ip: null, userAgent: null };

/** Makes contexts for the actors, a new one for each verb, as for each request. */
export interface Acting {
  brand(): Ctx;
  partner(): Ctx;
  /** A creator that the brand manages. */
  creator(id: string): Ctx;
  /** A creator that the partner manages. */
  managed(id: string): Ctx;
}

/** @param lena the person who will sign up and take over the record that the brand wrote about her. */
export async function addCreators(acting: Acting, lena: { name: string; email: string }): Promise<Made> {
  // Addresses and handles must be unique in the database, even beside an older demo.
  const tail = homeId(acting.brand().actor).slice(-6);
  const { creator: mia } = await run(acting.brand(), (ctx) =>
    createCreator(ctx, { email: `mia.${tail}@creators.example`, name: 'Mia Torres' }),
  );
  await run(acting.brand(), (ctx) =>
    updateCreator(ctx, mia.id, { handle: `mia.${tail}`, interests: ['food_drink'] }),
  );
  const { creator: jon } = await run(acting.partner(), (ctx) =>
    createCreator(ctx, {
      email: `jon.${tail}@creators.example`,
      name: 'Jon Park',
      visibility: 'network',
    }),
  );
  await run(acting.partner(), (ctx) => updateCreator(ctx, jon.id, { handle: `jon.${tail}` }));
  const program = await run(acting.brand(), (ctx) =>
    createProgram(ctx, {
      name: 'Grinder launch',
      type: 'organic',
      status: 'live',
      platforms: ['tiktok', 'instagram'],
      brief: {
        summary: 'Show how a morning begins with a hand grinder.',
        film: ['The grinder in the first two seconds', 'Your own kitchen'],
        avoid: ['Other brands'],
      },
      pay: {
        rules: [
          { type: 'per_video', amount: 15_000 },
          { type: 'per_thousand_views', amount: 300, minViews: 10_000, maxAmount: 50_000 },
        ],
        currency: 'usd',
      },
      limits: { creators: 50, submissionsPerCreator: 10 },
    }),
  );
  const { application } = await run(acting.brand(), (ctx) =>
    createApplication(ctx, { program: program.id, creator: mia.id }, NOWHERE),
  );
  const submission = await run(acting.creator(mia.id), (ctx) =>
    createSubmission(ctx, {
      program: program.id,
      url: 'https://www.tiktok.com/@mia.torres/video/7300000000000000001',
      platform: 'tiktok',
      caption: 'Freshly ground',
    }),
  );
  await run(acting.brand(), (ctx) => updateSubmission(ctx, submission.id, { status: 'approved' }));
  // An invitation is only the brand's consent, so the account that manages the creator accepts it.
  const { application: asked } = await run(acting.brand(), (ctx) =>
    createApplication(ctx, { program: program.id, creator: jon.id }, NOWHERE),
  );
  await run(acting.managed(jon.id), (ctx) =>
    updateApplication(ctx, asked.id, { status: 'approved' }, NOWHERE),
  );
  const { creator: taken } = await run(acting.brand(), (ctx) => createCreator(ctx, lena));
  await run(acting.brand(), (ctx) => updateCreator(ctx, taken.id, { handle: `lena.${tail}` }));
  await run(acting.brand(), (ctx) =>
    createApplication(ctx, { program: program.id, creator: taken.id }, NOWHERE),
  );
  const first = await run(acting.creator(taken.id), (ctx) =>
    createSubmission(ctx, {
      program: program.id,
      url: 'https://www.tiktok.com/@lena.ortiz/video/7300000000000000003',
      platform: 'tiktok',
      caption: 'Ground by hand, on the balcony',
    }),
  );
  await run(acting.brand(), (ctx) => updateSubmission(ctx, first.id, { status: 'approved' }));
  const pay = (creator: string, amount: number, note: string) =>
    run(acting.brand(), (ctx) =>
      createPayment(ctx, { creator, amount, note, program: program.id }, `demo-bonus-${creator}`),
    );
  const bonuses = {
    independent: (await pay(taken.id, 12_000, 'For the launch')).id,
    added: (await pay(mia.id, 25_000, 'For the launch')).id,
    managed: (await pay(jon.id, 40_000, 'For the launch, with a partner in between')).id,
  };
  const codes = { creator: 'mia', discount: 'mia10' };
  for (const kind of ['creator', 'discount'] as const)
    await run(acting.brand(), (ctx) =>
      createCreatorCode(ctx, { creator: mia.id, program: program.id, kind, code: codes[kind] }),
    );
  return {
    creators: { independent: taken.id, added: mia.id, managed: jon.id },
    program: program.id,
    application: application.id,
    submission: submission.id,
    bonuses,
    codes,
  };
}

/** Runs one verb and commits. */
async function run<T>(ctx: Ctx, verb: (ctx: Ctx) => Promise<T>): Promise<T> {
  const result = await verb(ctx);
  await ctx.write.commit();
  return result;
}
