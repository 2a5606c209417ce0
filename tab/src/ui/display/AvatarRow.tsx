import { ui } from '#contracts/core/limitsAndProductConstants.ts';
import { Avatar } from './Avatar.tsx';
import hidden from './ScreenReaderOnly.module.css';
import css from './AvatarRow.module.css';

interface AvatarRowProps {
  readonly people: readonly {
    readonly memberId: string;
    readonly name: string;
    readonly thumbnailUrl: string | null;
  }[];
  readonly label: string;
  /** Returns the text for the number of members that are not shown, such as "and 3 more". */
  readonly moreText: (count: number) => string;
}

/**
 * Shows the avatars of the first ten members, with their names as tooltips and for screen readers, and the number of
 * the other members.
 */
export const AvatarRow = ({ people, label, moreText }: AvatarRowProps) => {
  const shown = people.slice(0, ui.avatarMax);
  const others = people.slice(ui.avatarMax);
  return (
    <ul className={css.row} aria-label={label}>
      {shown.map(({ memberId, name, thumbnailUrl }) => (
        <li key={memberId} className={css.person} title={name}>
          <Avatar name={name} imageUrl={thumbnailUrl} size={32} />
          <span className={hidden.unseen}>{name}</span>
        </li>
      ))}
      {others.length > 0 && <li className={css.more}>{moreText(others.length)}</li>}
    </ul>
  );
};
