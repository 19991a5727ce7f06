// The daily life of the demo's creators: programs with applications and submissions in every state and real files
// behind them. Played through the API of the running service, so the files are stored and processed and the events
// are told as they are for everybody. Whoever stops it in the middle gets all of it anew at the next start.
import { type Caller, callApi, uploadMedia } from './api.ts';
import type { Demo, Work } from './demo-file.ts';

export async function addWork(demo: Omit<Demo, 'work'>): Promise<Work> {
  const brand = { key: demo.keys.brand };
  const partner = { key: demo.keys.partner };
  const post = (path: string, caller: Caller, body: unknown) =>
    callApi(demo.baseUrl + path, 'POST', caller, body);
  const patch = (path: string, caller: Caller, body: unknown) =>
    callApi(demo.baseUrl + path, 'PATCH', caller, body);
  const upload = (caller: Caller, purpose: string, name: string, thumbnail?: string) =>
    uploadMedia(demo.baseUrl, caller, purpose, name, thumbnail);
  const tail = Date.now().toString(36);
  const add = async (name: string, manager: Caller, body: object = {}): Promise<Caller> => {
    const email = `${name.split(' ')[0]!.toLowerCase()}.${tail}@creators.example`;
    return { ...manager, as: (await post('/v1/creators', manager, { email, name, ...body })).id };
  };
  const mia = { ...brand, as: demo.creators.added };
  const jon = { ...partner, as: demo.creators.managed };

  const [contract, picture, portrait] = await Promise.all([
    upload(brand, 'agreement', 'agreement.pdf'),
    upload(brand, 'program_image', 'photo.webp'),
    upload(jon, 'profile_picture', 'photo.jpg'),
  ]);
  await patch(`/v1/creators/${jon.as}`, jon, { profilePicture: portrait, bio: 'Coffee, close up.' });
  const agreement = await post('/v1/agreements', brand, { file: contract, title: 'Usage rights' });
  await patch(`/v1/programs/${demo.program}`, brand, { agreements: [agreement.id], image: picture });
  const ads = await post('/v1/programs', brand, {
    name: 'Cold brew ads',
    type: 'paid_ads',
    status: 'live',
    visibility: 'network',
    platforms: ['meta', 'tiktok'],
    brief: { summary: 'Ads for the first warm days.', say: ['Ready overnight'] },
    pay: {
      rules: [
        { type: 'per_video', amount: 20_000 },
        { type: 'ad_spend_share', percent: 5 },
      ],
    },
  });

  const invite = async (creator: Caller) =>
    (await post('/v1/applications', brand, { program: demo.program, creator: creator.as })).id;
  const apply = async (creator: Caller) => (await post('/v1/applications', creator, { program: ads.id })).id;
  const application = async (id: string, caller: Caller, status: string) =>
    (await patch(`/v1/applications/${id}`, caller, { status })).id;
  const shown = { visibility: 'network' };
  const [pending, invited, approved, rejected, removed, withdrawn] = await Promise.all([
    apply(await add('Dana Kim', partner, shown)),
    invite(await add('Ben Ode', brand)),
    application(await apply(jon), brand, 'approved'),
    application(await apply(await add('Eli Novak', partner, shown)), brand, 'rejected'),
    (async () => {
      const cleo = await add('Cleo Marsh', brand);
      const id = await application(await invite(cleo), cleo, 'approved');
      return await application(id, brand, 'rejected');
    })(),
    (async () => {
      const fay = await add('Fay Lund', partner, shown);
      return await application(await apply(fay), fay, 'withdrawn');
    })(),
    // Who was there before the agreement accepts it now.
    application(demo.application, mia, 'approved'),
  ]);

  const send = async (creator: Caller, program: string, name: string, caption: string) => {
    const still = await upload(creator, 'thumbnail', 'clip-still.jpg');
    const file = await upload(creator, 'submission', name, still);
    return (await post('/v1/submissions', creator, { program, file, caption, platform: 'tiktok' })).id;
  };
  const submission = async (id: string, caller: Caller, body: unknown) =>
    (await patch(`/v1/submissions/${id}`, caller, body)).id;
  const [review, revision, approvedWork, rejectedWork, live] = await Promise.all([
    send(jon, ads.id, 'clip.mp4', 'Ready overnight'),
    (async () => {
      const id = await send(jon, ads.id, 'clip.mp4', 'First warm day');
      await submission(id, brand, { status: 'revision', note: 'Show the jar in the first second.' });
      await submission(id, jon, { file: await upload(jon, 'submission', 'clip.webm') });
      return await submission(id, brand, { status: 'revision', note: 'Nearly: the music is too loud.' });
    })(),
    submission(await send(jon, ads.id, 'clip.webm', 'Twelve hours later'), brand, {
      status: 'approved',
      note: 'Lovely light.',
      tags: ['summer'],
    }),
    submission(await send(jon, ads.id, 'clip.mov', 'Take one'), brand, {
      status: 'rejected',
      note: 'Another brand is in the picture.',
    }),
    (async () => {
      const id = await send(mia, demo.program, 'ad.mp4', 'My morning');
      await submission(id, brand, { status: 'approved' });
      return await submission(id, mia, {
        url: 'https://www.tiktok.com/@mia.torres/video/7300000000000000002',
      });
    })(),
  ]);
  return {
    programs: { organic: demo.program, paidAds: ads.id },
    agreement: agreement.id,
    applications: { pending, invited, approved, rejected, removed, withdrawn },
    submissions: { review, revision, approved: approvedWork, live, rejected: rejectedWork },
    files: { agreement: contract, programImage: picture, profilePicture: portrait },
  };
}
