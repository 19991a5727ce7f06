import type { Ctx } from '../../../context.ts';
import { AppError, reasonOf } from '../../../kit/error.ts';
import { checkRequest } from './create-sample.ts';
import { findOpenOf } from './store.ts';

export interface SampleWay {
  /** Why the creator cannot ask for one, in words for the creator; null if it can. */
  refusal: string | null;
  /** The creator's sample of the product that is still to be sent; null without one. */
  sample: string | null;
}

const WORDS: Record<string, string> = {
  product_not_found: 'The brand sends no samples of it to you',
  application_not_approved: 'Once the brand has approved your application to one of its programs',
  not_agreed: 'You and the brand no longer work together',
  creator_paused: 'The brand has paused your work together',
  sample_limit: 'So many samples of this brand are still to be sent to you',
};

/** Whether the acting creator could ask for a sample of a product, and otherwise why not. */
export async function checkSampleRequest(ctx: Ctx, product: string): Promise<SampleWay> {
  const creatorId = ctx.actor.creator!;
  const [sample, refusal] = await Promise.all([
    findOpenOf(ctx, creatorId, product),
    refusalOf(checkRequest(ctx, { product }, creatorId)),
  ]);
  return sample === null ? { refusal, sample } : { refusal: 'You have one already', sample };
}

async function refusalOf(check: Promise<unknown>): Promise<string | null> {
  try {
    await check;
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return WORDS[reasonOf(error) ?? ''] ?? error.message;
  }
}
