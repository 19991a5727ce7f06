// The first page of the window: who asks, and the yes of the record's own person.
import { allowFrame, isOffered } from '../../../domains/embedding/embeds/interface.ts';
import { takeOver } from '../../../domains/work/claims/take-over.ts';
import { AppError } from '../../../kit/error.ts';
import { Button, Buttons } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { Alone, onTo, ownPerson, SignedIn, windowDone, windowPage, windowShown } from './window-parts.tsx';

const CHALLENGE = /^[0-9a-f]{64}$/;

export const allowPage = windowPage('', {
  show: async (visit) => {
    const found = await ownPerson(visit);
    if ('instead' in found) return found.instead;
    const { page, say, text } = visit;
    const { person, place } = found.own;
    const what = text[`what_${page.component}`];
    return windowShown(
      visit,
      text.title,
      <>
        <Alone visit={visit} />
        <div data-together class="sheet-part">
          <h1>{say('allowTitle', { creator: place.name })}</h1>
          <p>{say('shownBy')}</p>
          <p>{say('allowAbout', { what, creator: place.name })}</p>
          {page.features.length > 0 ? (
            <>
              <p>{text.allowMay}</p>
              <ul>
                {page.features.map((feature) => (
                  <li>{text[`may_${feature}`]}</li>
                ))}
              </ul>
            </>
          ) : (
            <p>{text.allowReads}</p>
          )}
          <p>{text.allowMoney}</p>
          <Form action="allow">
            <input type="hidden" name="challenge" />
            <Buttons>
              <Button waits>{text.allow}</Button>
              <button type="button" class="button secondary" data-closes>
                {text.no}
              </button>
            </Buttons>
          </Form>
          <SignedIn visit={visit} person={person} />
        </div>
      </>,
    );
  },
  actions: {
    allow: async (visit, form) => {
      const found = await ownPerson(visit);
      if ('instead' in found) return found.instead;
      const { at, page, text } = visit;
      const challenge = form.text('challenge');
      if (!CHALLENGE.test(challenge)) throw new AppError('invalid_request', text.aloneAbout);
      const ctx = at.system();
      const code = await allowFrame(ctx, { session: page.id, person: found.own.person, challenge });
      await at.commit(ctx);
      return windowDone(visit, { 'data-code': code });
    },
  },
});

export const claimPage = windowPage('/claim', {
  show: async (visit) => {
    const who = await visit.at.who();
    if (!who || !(await isOffered(visit.at.system(), visit.page, who.person.id)))
      return visit.at.go(onTo(visit));
    const { say, text } = visit;
    return windowShown(
      visit,
      text.claimTitle,
      <>
        <h1>{text.claimTitle}</h1>
        <p>{say('claimAbout')}</p>
        <p>{text.claimThen}</p>
        <Form action="takeOver">
          <Buttons>
            <Button>{text.claim}</Button>
            <button type="button" class="button secondary" data-closes>
              {text.no}
            </button>
          </Buttons>
        </Form>
        <SignedIn visit={visit} person={who.person} />
      </>,
    );
  },
  actions: {
    takeOver: async (visit) => {
      const { at, page, text } = visit;
      const who = await at.who();
      if (!who) return at.go(onTo(visit));
      const ctx = at.system();
      await takeOver(ctx, who.person.id, page.creator);
      await at.commit(ctx);
      return at.go(onTo(visit), text.claimed);
    },
  },
});
