import { memo } from 'react';
import { Button } from '@fluentui/react-components';
import { MoreHorizontal20Regular } from '@fluentui/react-icons/svg/more-horizontal';
import { PlugDisconnected20Regular } from '@fluentui/react-icons/svg/plug-disconnected';
import type { Member } from '#contracts/organisations/teamAndMemberCalls.ts';
import { EmailAddressText } from '../../ui/text/EmailAddressText.tsx';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { dateIn, mediumDate } from '../../ui/text/calculateAndFormatDates.ts';
import { useReader } from '../../ui/text/readerContextClockAndDates.ts';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './TeamMembersSection.module.css';

interface RowProps {
  readonly member: Member;
  readonly isMe: boolean;
  /** Place and local time of the member, such as "Auckland, 23:25"; null = the member's zone is unknown. */
  readonly local: string | null;
  readonly mayManage: boolean;
  /** True for the only row that the Tab key reaches. From there, the arrow keys reach the other rows. */
  readonly isStop: boolean;
  readonly isOpened: boolean;
  readonly onToggle: (memberId: Member['id'], isEnabled: boolean) => void;
  readonly onFocus: (memberId: string) => void;
  readonly onMenu: (member: Member, button: HTMLElement) => void;
}

/** Shows why the bot cannot reach the member, and since when. */
const Unreachable = ({ member }: { readonly member: Member }) => {
  const t = useTranslate();
  const { zone, locale } = useReader();
  const { unreachable, unreachableSince } = member;
  if (unreachable === null) return null;
  const why = t(`unreachable.${unreachable}`, { product: t('product') });
  return (
    <span className={css.warning}>
      <PlugDisconnected20Regular aria-hidden="true" />
      {unreachableSince === null
        ? why
        : t('teamSettings.since', { why, date: mediumDate(dateIn(Date.parse(unreachableSince), zone), locale) })}
    </span>
  );
};

const Actions = ({ member, isStop, isOpened, onToggle, onFocus, onMenu }: RowProps) => {
  const t = useTranslate();
  const { id, name, isEnabled } = member;
  return (
    <>
      <input
        type="checkbox"
        role="switch"
        className={css.switch}
        checked={isEnabled}
        tabIndex={isStop ? 0 : -1}
        aria-label={t('teamSettings.switch', { name })}
        onChange={() => {
          onToggle(id, !isEnabled);
        }}
        onFocus={() => {
          onFocus(id);
        }}
      />
      <Button
        appearance="subtle"
        icon={<MoreHorizontal20Regular />}
        tabIndex={isStop ? 0 : -1}
        aria-label={t('teamSettings.more', { name })}
        aria-haspopup="menu"
        aria-expanded={isOpened}
        onClick={(event) => {
          onFocus(id);
          onMenu(member, event.currentTarget);
        }}
      />
    </>
  );
};

/** Uses plain elements instead of Fluent's, because a team of five hundred members is drawn at once. */
export const MemberRow = memo((props: RowProps) => {
  const t = useTranslate();
  const { member, isMe, local, mayManage } = props;
  const { name, email, thumbnailUrl, isEnabled, role } = member;
  return (
    <li className={css.row}>
      <Avatar name={name} imageUrl={thumbnailUrl} size={32} />
      <span className={css.who}>
        <span className={css.name}>
          {name}
          {isMe && <span className={css.badge}>{t('teamSettings.you')}</span>}
          {role === 'admin' && <span className={css.badge}>{t('teamSettings.admin')}</span>}
          {!isEnabled && <span className={css.badge}>{t('teamSettings.off')}</span>}
        </span>
        {email !== '' && (
          <span className={css.detail}>
            <EmailAddressText text={email} />
          </span>
        )}
        <Unreachable member={member} />
      </span>
      <span className={css.zone}>{local ?? t('teamSettings.noZone')}</span>
      {mayManage && <Actions {...props} />}
    </li>
  );
});
