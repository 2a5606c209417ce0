import css from './EmailAddressText.module.css';

/** Splits an address into the parts after which a line may break: "ann@contoso.test" → "ann@", "contoso.", "test". */
const partsOf = (address: string): readonly string[] => address.match(/[^@._+-]*[@._+-]|[^@._+-]+$/g) ?? [];

/**
 * Shows a text in which email addresses may break only after one of their parts. The style sheet inserts the possible
 * line breaks, so that copied text stays the same; `<wbr>` would add spaces for screen readers.
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
