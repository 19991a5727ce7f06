import { Icon } from './icon.tsx';

/** A text to copy: an ID, a command, a snippet. The copy button needs a script, and is hidden without one. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div class="code">
      <section class="code-text" tabindex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      <CopyButton text={text} label={label} />
    </div>
  );
}

/** Copies a text. `label` names it: "Copy the key". */
function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <button type="button" class="button secondary small copy" data-copy={text} hidden>
      <Icon name="copy" size={16} />
      <span data-copy-said>Copy</span>
      <span class="only-heard"> {label}</span>
    </button>
  );
}

/** A secret, which is shown only this once. */
export function SecretOnce({ name, secret, children }: { name: string; secret: string; children?: string }) {
  return (
    <div class="secret" role="note">
      <p class="notice-title">Copy your {name} now. It is not shown again.</p>
      <p class="notice-text">
        {children ?? 'Keep it where only your own programs read it. Whoever has it acts as you.'}
      </p>
      <CodeBlock text={secret} label={name} />
    </div>
  );
}

/** An ID or another short technical text inside a sentence. */
export function Code({ children }: { children: string }) {
  return <code class="inline-code">{children}</code>;
}
