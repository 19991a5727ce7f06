// The daily life of the demo's creators: programs with applications and submissions in every state, with real
// files. Made through the API of the running service, so the files are stored and processed, and the events
// are sent, as for every customer.
import { type Caller, callApi, uploadMedia } from './api.ts';
import type { Demo, Work } from './demo-file.ts';
import type { Steps } from './steps.ts';

interface Submission {
  status: string;
  revisions: unknown[];
}

export async function addWork(demo: Omit<Demo, 'work'>, { once }: Steps): Promise<Work> {
  const brand = { key: demo.keys.brand };
  const partner = { key: demo.keys.partner };
  const post = (name: string, path: string, caller: Caller, body: unknown) =>
    once(name, async (key) => (await callApi(demo.baseUrl + path, 'POST', caller, body, key)).id);
  const patch = (path: string, caller: Caller, body: unknown) =>
    callApi(demo.baseUrl + path, 'PATCH', caller, body);
  const upload = (step: string, caller: Caller, purpose: string, name: string, thumbnail?: string) =>
    once(step, () => uploadMedia(demo.baseUrl, caller, purpose, name, thumbnail));
  /** Changes a record that still has its old status; one that was changed already is left alone. */
  const change = async <T extends { status: string }>(
    path: string,
    caller: Caller,
    before: (record: T) => boolean,
    body: unknown,
  ): Promise<void> => {
    if (before(await callApi<T>(demo.baseUrl + path, 'GET', caller))) await patch(path, caller, body);
  };
  const tail = demo.accounts.brand.slice(-6);
  const add = async (name: string, manager: Caller, body: object = {}): Promise<Caller> => {
    const first = name.split(' ')[0]!.toLowerCase();
    const email = `${first}.${tail}@creators.example`;
    return {
      ...manager,
      as: await post(`creator-${first}`, '/v1/creators', manager, { email, name, ...body }),
    };
  };
  const mia = { ...brand, as: demo.creators.added };
  const jon = { ...partner, as: demo.creators.managed };

  const [contract, picture, portrait] = await Promise.all([
    upload('contract', brand, 'agreement', 'agreement.pdf'),
    upload('picture', brand, 'program_image', 'photo.webp'),
    upload('portrait', jon, 'profile_picture', 'photo.jpg'),
  ]);
  await patch(`/v1/creators/${jon.as}`, jon, { profilePicture: portrait, bio: 'Coffee, close up.' });
  const agreement = await post('agreement', '/v1/agreements', brand, {
    file: contract,
    title: 'Usage rights',
  });
  await patch(`/v1/programs/${demo.program}`, brand, { agreements: [agreement], image: picture });
  const ads = await post('program', '/v1/programs', brand, {
    name: 'Cold brew ads',
    type: 'paid_ads',
    status: 'live',
    visibility: 'network',
    publicPage: true,
    platforms: ['meta', 'tiktok'],
    brief: { summary: 'Ads for the first warm days.', say: ['Ready overnight'] },
    pay: {
      rules: [
        { type: 'per_video', amount: 20_000 },
        { type: 'ad_spend_share', percent: 5 },
      ],
    },
  });

  const invite = (creator: Caller) =>
    post(`invitation-${creator.as}`, '/v1/applications', brand, {
      program: demo.program,
      creator: creator.as,
    });
  const apply = (creator: Caller) =>
    post(`application-${creator.as}`, '/v1/applications', creator, { program: ads });
  const application = async (id: string, caller: Caller, from: string, status: string) => {
    await change(`/v1/applications/${id}`, caller, (now) => now.status === from, { status });
    return id;
  };
  const shown = { visibility: 'network' };
  const [pending, invited, approved, rejected, removed, withdrawn] = await Promise.all([
    (async () => await apply(await add('Dana Kim', partner, shown)))(),
    (async () => await invite(await add('Ben Ode', brand)))(),
    (async () => await application(await apply(jon), brand, 'pending', 'approved'))(),
    (async () => {
      const eli = await add('Eli Novak', partner, shown);
      return await application(await apply(eli), brand, 'pending', 'rejected');
    })(),
    (async () => {
      const cleo = await add('Cleo Marsh', brand);
      const id = await application(await invite(cleo), cleo, 'pending', 'approved');
      return await application(id, brand, 'approved', 'rejected');
    })(),
    (async () => {
      const fay = await add('Fay Lund', partner, shown);
      return await application(await apply(fay), fay, 'pending', 'withdrawn');
    })(),
    // A creator from before the agreement accepts it now.
    change<{ status: string; agreementsRequired: boolean }>(
      `/v1/applications/${demo.application}`,
      mia,
      (now) => now.agreementsRequired,
      { status: 'approved' },
    ),
  ]);

  const send = async (step: string, creator: Caller, program: string, name: string, caption: string) => {
    const still = await upload(`${step}-still`, creator, 'thumbnail', 'clip-still.jpg');
    const file = await upload(`${step}-file`, creator, 'submission', name, still);
    return await post(step, '/v1/submissions', creator, { program, file, caption, platform: 'tiktok' });
  };
  const submission = async (
    id: string,
    caller: Caller,
    from: string,
    body: unknown,
    revisions = 0,
  ): Promise<string> => {
    const before = (now: Submission) => now.status === from && now.revisions.length === revisions;
    await change<Submission>(`/v1/submissions/${id}`, caller, before, body);
    return id;
  };
  const [review, revision, approvedSubmission, rejectedSubmission, live] = await Promise.all([
    send('review', jon, ads, 'clip.mp4', 'Ready overnight'),
    (async () => {
      const id = await send('revision', jon, ads, 'clip.mp4', 'First warm day');
      const back = (note: string) => ({ status: 'revision', note });
      await submission(id, brand, 'review', back('Show the jar in the first second.'));
      const file = await upload('revision-second', jon, 'submission', 'clip.webm');
      await submission(id, jon, 'revision', { file });
      return await submission(id, brand, 'review', back('Nearly: the music is too loud.'), 1);
    })(),
    (async () => {
      const id = await send('approved', jon, ads, 'clip.webm', 'Twelve hours later');
      const body = { status: 'approved', note: 'Lovely light.', tags: ['summer'] };
      return await submission(id, brand, 'review', body);
    })(),
    (async () => {
      const id = await send('rejected', jon, ads, 'clip.mov', 'Take one');
      const body = { status: 'rejected', note: 'Another brand is in the picture.' };
      return await submission(id, brand, 'review', body);
    })(),
    (async () => {
      const id = await send('live', mia, demo.program, 'ad.mp4', 'My morning');
      await submission(id, brand, 'review', { status: 'approved' });
      return await submission(id, mia, 'approved', {
        url: 'https://www.tiktok.com/@mia.torres/video/7300000000000000002',
      });
    })(),
  ]);
  return {
    programs: { organic: demo.program, paidAds: ads },
    agreement,
    applications: { pending, invited, approved, rejected, removed, withdrawn },
    submissions: { review, revision, approved: approvedSubmission, live, rejected: rejectedSubmission },
    files: { agreement: contract, programImage: picture, profilePicture: portrait },
  };
}
