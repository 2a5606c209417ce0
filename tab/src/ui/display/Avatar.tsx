import type { ReactNode } from 'react';
import css from './Avatar.module.css';

interface AvatarProps {
  readonly name: string;
  readonly imageUrl?: string | null;
  /**
   * Colour of the ring. `badge` and a text beside the avatar must give the same information, because some readers
   * cannot distinguish colours.
   */
  readonly ring?: 'blocked' | 'achieved' | 'answered' | 'none';
  readonly badge?: ReactNode;
  readonly size?: 32 | 40;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const firstOf = (word: string): string => [...graphemes.segment(word)][0]?.segment ?? '';

/** Returns the first letters of the first and the last word of a name, in upper case. Ignores words in parentheses. */
export const initialsOf = (name: string): string => {
  const parts = name
    .replace(/\([^)]*\)/g, ' ')
    .split(/\s+/)
    .filter((part) => part !== '');
  const ends = parts.length > 1 ? [parts[0], parts.at(-1)] : [parts[0]];
  return ends
    .map((part) => firstOf(part ?? ''))
    .join('')
    .toLocaleUpperCase();
};

/**
 * Draws a photo or initials in a circle. Hidden from screen readers, because the name is beside it. Consists of few
 * elements, because a page may contain five hundred avatars.
 */
export const Avatar = ({ name, imageUrl, ring, badge, size = 40 }: AvatarProps) => (
  <span className={css.frame} aria-hidden="true">
    <span
      className={`${css.face ?? ''} ${size === 32 ? (css.small ?? '') : ''} ${ring === undefined ? '' : (css[ring] ?? '')}`}
    >
      {imageUrl ? <img className={css.image} src={imageUrl} alt="" loading="lazy" /> : initialsOf(name)}
    </span>
    {badge !== undefined && (
      <span className={`${css.badge ?? ''} ${ring === undefined ? '' : (css[`${ring}Badge`] ?? '')}`}>{badge}</span>
    )}
  </span>
);
