import { useMemo } from 'react';
import { answerParts, mentionsOf } from '#contracts/core/findLinksAndMentions.ts';
import type { AnswerLinks, AnswerPart } from '#contracts/core/findLinksAndMentions.ts';
import { useUserDetails } from '../api/client/userDetailsAndOrgPauseCheck.ts';
import { useMentionableMembers } from '../api/organisations/useMentionableMembers.ts';
import { useTeam } from '../api/organisations/selectedTeam.tsx';
import { useSurface } from '../ui/display/pageHostContext.ts';
import { Link } from '../ui/router/Link.tsx';
import { EmailAddressText } from '../ui/text/EmailAddressText.tsx';
import type { AnswerTextProps } from './answerDisplay/answerTextProps.ts';
import css from './TextWithLinks.module.css';

const useAnswerLinks = ({ text, teamId }: AnswerTextProps): AnswerLinks => {
  const team = useTeam();
  const { data: me } = useUserDetails();
  const selected = team.kind === 'ready' ? team.selected.id : undefined;
  const { data: members } = useMentionableMembers(text.includes('@') ? (teamId ?? selected) : undefined);
  const patterns = me?.linkPatterns;
  return useMemo(
    () => ({
      patterns: patterns ?? [],
      mentions: mentionsOf((members ?? []).map(({ id, name }) => ({ memberId: id, name }))),
    }),
    [patterns, members],
  );
};

// Uses the plain `Link`: a page can have hundreds of links, and drawing as many of Fluent's links would take a second.
const Part = ({ part }: { readonly part: AnswerPart }) => {
  const { embedded } = useSurface();
  switch (part.kind) {
    case 'TEXT':
      return <EmailAddressText text={part.text} />;
    case 'MENTION':
      return (
        <Link className={css.link ?? ''} to={`${embedded ? '/teams' : ''}/reports/person/${part.memberId}`}>
          {part.text}
        </Link>
      );
    case 'PATTERN':
    case 'ADDRESS':
      return (
        <a className={css.link} href={part.url} target="_blank" rel="noopener noreferrer">
          {part.text}
        </a>
      );
  }
};

export const TextWithLinks = (props: AnswerTextProps) => {
  const links = useAnswerLinks(props);
  return answerParts(links, props.text).map((part, index) => (
    <Part key={`${String(index)} ${part.text}`} part={part} />
  ));
};
