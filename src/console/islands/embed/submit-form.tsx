// Sends a video in, or another one in place of what was sent back: the file first, then the submission with it.
import { useEffect, useRef, useState } from 'hono/jsx/dom';
import { VIDEO_TYPES, wrongVideo } from '../uploads/file-rules.ts';
import { frameOf } from '../uploads/frame-of.ts';
import { isCancelled, startUpload, type Upload, type UploadState } from '../uploads/upload.ts';
import { useAttempt, Wrong } from './attempt.tsx';
import { giveCover } from './give-cover.ts';
import { Back, ViewHead, type Workplace } from './parts.tsx';
import type { Product, Program, Submission } from './records.ts';
import type { TextName } from './texts.ts';
import { uploadCalls } from './upload-calls.ts';

interface FormProps {
  at: Workplace;
  program: Program;
  /** What was sent back, when this is its new version. */
  before: Submission | null;
  back: (said?: TextName | null) => void;
}

const PLATFORMS: Record<string, string> = { tiktok: 'TikTok', instagram: 'Instagram', youtube: 'YouTube' };

export function SubmitForm({ at, program, before, back }: FormProps) {
  const { client, language } = at;
  const [products, setProducts] = useState<Product[]>([]);
  const [state, setState] = useState<UploadState | null>(null);
  const { wrong, setWrong, failed } = useAttempt(at);
  const [said, setSaid] = useState<TextName | null>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const upload = useRef<Upload | null>(null);
  /** A file that arrived, for a second try of what was refused: by the file that was chosen. */
  const arrived = useRef<{ file: File; id: string } | null>(null);
  const busy = state !== null;
  useEffect(() => {
    if (program.products.length === 0) return;
    client.list<Product>(`/v1/products?limit=100&program=${program.id}`).then(
      ({ data }) => setProducts(data),
      (error: unknown) => void at.stop(error),
    );
  }, []);
  // The page around the frame, or the reader, may take it away in the middle.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    if (busy) addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [busy]);

  const fileOf = async (file: File): Promise<string> => {
    if (arrived.current?.file === file) return arrived.current.id;
    const taken = frameOf(file);
    upload.current = startUpload(uploadCalls(client, 'submission'), file, setState);
    const id = await upload.current.done;
    await giveCover(client, id, taken);
    arrived.current = { file, id };
    return id;
  };
  const send = async (event: Event) => {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    const text = (name: string) => String(fields.get(name) ?? '').trim() || null;
    const file = chosen;
    setSaid(null);
    const missing = file === null ? 'needsVideo' : wrongVideo(file);
    const platform = text('platform') ?? (program.platforms.length === 1 ? program.platforms[0]! : null);
    if (missing !== null || !file) return setWrong(missing);
    if (platform === null && program.platforms.length > 1) return setWrong('needsPlatform');
    setWrong(null);
    setState({ phase: 'sending', sent: 0, size: file.size, isUnsteady: false });
    try {
      const details = {
        ...(platform && { platform }),
        ...((text('caption') !== null || before) && { caption: text('caption') }),
        ...((text('product') !== null || before?.product) && { product: text('product') }),
      };
      const body = { file: await fileOf(file), ...details };
      const after = before
        ? await client.send<Submission>('PATCH', `/v1/submissions/${before.id}`, {
            ...body,
            status: 'review',
            version: before.version,
          })
        : await client.send<Submission>(
            'POST',
            '/v1/submissions',
            { program: program.id, ...body },
            // One video is sent in once, however often its answer is lost.
            `submission-${body.file}`,
          );
      at.tell({ type: 'submitted', kind: 'submission', id: after.id });
      back(before ? 'done_revision' : 'done_submission');
    } catch (error) {
      setState(null);
      if (isCancelled(error)) setSaid('cancelled');
      else failed(error);
    }
  };

  const platforms = program.platforms.map((value) => ({ value, label: PLATFORMS[value] ?? value }));
  return (
    <>
      {!busy && <Back back={() => back()}>{language.text('allVideos')}</Back>}
      <ViewHead focus>{language.text(before ? 'newVersion' : 'sendInTo', { name: program.name })}</ViewHead>
      {before?.note && (
        <>
          <h2>{language.text('noteOfBrand')}</h2>
          <blockquote>{before.note}</blockquote>
        </>
      )}
      <form noValidate onSubmit={(event: Event) => void send(event)}>
        <label for="video">{language.text('video')}</label>
        <p id="video-hint" class="quiet">
          {language.text('videoHint')}
        </p>
        <input
          id="video"
          type="file"
          accept={VIDEO_TYPES.join(',')}
          disabled={busy}
          aria-describedby="video-hint"
          onChange={(event: Event) => {
            const file = (event.target as HTMLInputElement).files?.[0] ?? null;
            setChosen(file);
            setWrong(file && wrongVideo(file));
          }}
        />
        {platforms.length > 1 && (
          <>
            <label for="platform">{language.text('platform')}</label>
            <select id="platform" name="platform" disabled={busy}>
              <option value="">{language.text('choose')}</option>
              {platforms.map(({ value, label }) => (
                <option value={value} selected={before?.platform === value}>
                  {label}
                </option>
              ))}
            </select>
          </>
        )}
        {products.length > 0 && (
          <>
            <label for="product">{language.text('product')}</label>
            <select id="product" name="product" disabled={busy}>
              <option value="">{language.text('noProduct')}</option>
              {products.map(({ id, title }) => (
                <option value={id} selected={before?.product === id}>
                  {title}
                </option>
              ))}
            </select>
          </>
        )}
        <label for="caption">
          {language.text('caption')} <span class="quiet">{language.text('optional')}</span>
        </label>
        <p id="caption-hint" class="quiet">
          {language.text('captionHint')}
        </p>
        <textarea
          id="caption"
          name="caption"
          rows={4}
          maxlength={5000}
          disabled={busy}
          aria-describedby="caption-hint"
        >
          {before?.caption ?? ''}
        </textarea>
        <Wrong language={language} wrong={wrong} />
        <p role="status" class="said">
          {said && language.text(said)}
        </p>
        {state ? (
          <Progress key="progress" at={at} state={state} upload={upload.current} />
        ) : (
          <p key="send" class="row">
            <button type="submit">{language.text('sendVideo')}</button>
          </p>
        )}
      </form>
    </>
  );
}

interface ProgressProps {
  at: Workplace;
  state: UploadState;
  upload: Upload | null;
}

function Progress({ at: { language }, state: { phase, sent, size, isUnsteady }, upload }: ProgressProps) {
  const share = size === 0 ? 0 : Math.floor((sent / size) * 100);
  const percent = language.percent(share);
  const words = {
    sending: language.text('sending', { percent }),
    waiting: language.text('waitingUpload', { percent }),
    paused: language.text('pausedUpload', { percent }),
    checking: language.text('checkingUpload'),
  }[phase];
  return (
    <div class="progress">
      <progress
        max={100}
        value={phase === 'checking' ? undefined : share}
        aria-label={language.text('video')}
      />
      <p>{words}</p>
      {/* Heard when it changes, and not with each percent. */}
      <p role="status" class="only-heard">
        {isUnsteady ? language.text('unsteady') : phase === 'sending' ? language.text('stayHere') : words}
      </p>
      {isUnsteady && <p>{language.text('unsteady')}</p>}
      {phase !== 'checking' && (
        <>
          <p class="quiet">{language.text('stayHere')}</p>
          <p class="row">
            {phase === 'paused' ? (
              <button type="button" onClick={() => upload?.goOn()}>
                {language.text('goOn')}
              </button>
            ) : (
              <button type="button" class="secondary" onClick={() => upload?.pause()}>
                {language.text('pause')}
              </button>
            )}
            <button type="button" class="danger" onClick={() => void upload?.cancel().catch(() => {})}>
              {language.text('cancelUpload')}
            </button>
          </p>
        </>
      )}
    </div>
  );
}
