import css from './EmailAddressText.module.css';

/** "ann@contoso.test" → "ann@", "contoso.", "test" */
const partsOf = (address: string): readonly string[] => address.match(/[^@._+-]*[@._+-]|[^@._+-]+$/g) ?? [];

/**
 * A text in which lines may break after the parts of an email address instead of within a word. The breaks are only visual:
 * copied and read-out text stays the same, whereas `<wbr>` would add spaces for screen readers.
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
