// The agreements that a creator is asked to accept, and the box that says they do.
import { Outside } from './parts.tsx';
import type { OpenAgreement } from './records.ts';
import type { Language } from './texts.ts';

export function AgreementList({
  language,
  agreements,
}: {
  language: Language;
  agreements: readonly OpenAgreement[];
}) {
  return (
    <ul class="points">
      {agreements.map(({ agreement, title, description, url }) => (
        <li key={agreement}>
          {url === null ? (
            title
          ) : (
            <Outside href={url} language={language}>
              {title}
            </Outside>
          )}
          {description && <p class="quiet">{description}</p>}
        </li>
      ))}
    </ul>
  );
}

interface AgreeProps {
  language: Language;
  agreed: boolean;
  setAgreed: (agreed: boolean) => void;
}

export function AgreeBox({ language, agreed, setAgreed }: AgreeProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={agreed}
        onChange={(event: Event) => setAgreed((event.target as HTMLInputElement).checked)}
      />
      {language.text('agree')}
    </label>
  );
}
