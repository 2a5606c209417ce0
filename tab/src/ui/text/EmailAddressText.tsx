import css from './EmailAddressText.module.css';

/** Returns the parts of an address after which a line may break: "ann@contoso.test" → "ann@", "contoso.", "test". */
const partsOf = (address: string): readonly string[] => address.match(/[^@._+-]*[@._+-]|[^@._+-]+$/g) ?? [];

/**
 * Shows a text in which lines break after the parts of an email address instead of within a word. Copied text and text for screen
 * readers stay the same, whereas `<wbr>` would add spaces for screen readers.
 */
export const EmailAddressText = ({ text }: { readonly text: string }) => {
  if (!text.includes('@')) return text;
  return text.split(/(\s+)/).map((word, index) =>
    word.includes('@')
      ? partsOf(word).map((part, place) => (
          <span key={`${String(index)} ${String(place)}`} className={css.part}>
            {part}
          </span>
        ))
      : word,
  );
};
