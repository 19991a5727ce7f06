// The parts of the demo that are made through the running service. Each is stored in the demo file as soon as
// it is complete; a part that fails is reported and retried, and continues where it stopped.
import { addAds } from './ads.ts';
import {
  type Ads,
  type Demo,
  type Money,
  type Posts,
  type Store,
  type Work,
  writeDemo,
} from './demo-file.ts';
import { addMessages } from './messages.ts';
import { addMoney } from './money.ts';
import { addPosts } from './posts.ts';
import { addSamples } from './samples.ts';
import { openSteps, type Steps } from './steps.ts';
import { addStore } from './store.ts';
import { untilDone } from './until-done.ts';
import { addWork } from './work.ts';

export interface Parts {
  /** The creators' submissions, and payments. */
  first(demo: Demo): Promise<Demo & { work: Work; money: Money }>;
  campaigns<D extends Demo & { work: Work }>(demo: D): Promise<D & { ads: Ads }>;
  store<D extends Demo & { work: Work }>(demo: D): Promise<D & { store: Store }>;
  posts<D extends Demo>(demo: D): Promise<D & { posts: Posts }>;
}

/**
 * @param stripe how the service reaches the payment processor, whose simulator runs at `simulatorsUrl` with
 * the ad platforms'.
 */
export function demoParts(
  dir: string,
  simulatorsUrl: string,
  stripe: { STRIPE_API_URL: string; STRIPE_SECRET_KEY: string },
  print: (line: string) => void,
): Parts {
  const part = async <D extends Demo, K extends string, T>(
    demo: D,
    name: string,
    key: K,
    make: (steps: Steps) => Promise<T>,
  ): Promise<D & Record<K, T>> => {
    print(`${name} …`);
    let steps: Steps | undefined;
    return await untilDone(
      name,
      async () => {
        // All attempts share the steps, so that a step that is still under way is not begun a second time.
        steps ??= await openSteps(dir, demo.accounts.brand);
        const whole = { ...demo, [key]: await make(steps) } as D & Record<K, T>;
        await writeDemo(dir, whole);
        return whole;
      },
      print,
    );
  };
  return {
    async first(demo) {
      const worked = demo.work
        ? { ...demo, work: demo.work }
        : await part(demo, "Creators' work", 'work', (steps) => addWork(demo, steps));
      return worked.money
        ? { ...worked, money: worked.money }
        : await part(worked, 'Payments', 'money', (steps) => addMoney(worked, stripe, steps));
    },
    async campaigns(demo) {
      return demo.ads
        ? { ...demo, ads: demo.ads }
        : await part(demo, 'Campaigns', 'ads', (steps) => addAds(demo, simulatorsUrl, steps));
    },
    async store(demo) {
      return demo.store
        ? { ...demo, store: demo.store }
        : await part(demo, 'Store', 'store', async (steps) => {
            await addSamples(demo, steps);
            await addMessages(demo, steps);
            return await addStore(demo, simulatorsUrl, steps);
          });
    },
    async posts(demo) {
      return demo.posts
        ? { ...demo, posts: demo.posts }
        : await part(demo, 'Posts', 'posts', (steps) => addPosts(demo, simulatorsUrl, steps));
    },
  };
}
