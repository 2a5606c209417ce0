import css from './AddressText.module.css';

/** "ann@contoso.test" → "ann@", "contoso.", "test" */
const partsOf = (address: string): readonly string[] => address.match(/[^@._+-]*[@._+-]|[^@._+-]+$/g) ?? [];

/**
 * A text in which a line may end behind the parts of an e-mail address, and so not within a word as long as there is room for one.
 * The breaks are of the style alone: copied, it is the same text, and read out the same name (a `<wbr>` makes spaces of them there).
 */
export const AddressText = ({ text }: { readonly text: string }) => {
  if (!text.includes('@')) return text;
  return text.split(/(\s+)/).map((word, at) =>
    word.includes('@')
      ? partsOf(word).map((part, place) => (
          <span key={`${String(at)} ${String(place)}`} className={css.part}>
            {part}
          </span>
        ))
      : word,
  );
};
