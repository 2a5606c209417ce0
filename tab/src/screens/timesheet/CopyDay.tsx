import { Button } from '@fluentui/react-components';
import { Copy20Regular } from '@fluentui/react-icons/svg/copy';
import type { LocalDate } from '#contracts/ids.ts';
import { errorText } from '../../api/errorText.ts';
import { useCopyLastDay } from '../../api/timesheet.ts';
import { shortDate } from '../../ui/dates.ts';
import { useNotices } from '../../ui/notices.ts';
import { useWords } from '../../ui/words.ts';

interface CopyDayProps {
  readonly teamId: string;
  /** The day that is filled. */
  readonly date: LocalDate;
  readonly locale: string;
}

/** Puts the rows of the reader's last day with rows on a day: what goes on is not typed again. */
export const CopyDay = ({ teamId, date, locale }: CopyDayProps) => {
  const words = useWords();
  const notices = useNotices();
  const { mutateAsync, isPending } = useCopyLastDay(teamId);
  const copy = async (): Promise<void> => {
    try {
      const { from, items } = await mutateAsync(date);
      const day = { from: from === null ? '' : shortDate(from, locale), count: items.length };
      if (from === null) notices.push('success', words('timesheet.copyNone'));
      else notices.push('success', words(items.length === 0 ? 'timesheet.copyThere' : 'timesheet.copied', day));
    } catch (error) {
      notices.push('failure', errorText(error, words));
    }
  };
  return (
    <Button
      icon={<Copy20Regular />}
      disabledFocusable={isPending}
      onClick={() => void (isPending ? undefined : copy())}
    >
      {words('timesheet.copyDay')}
    </Button>
  );
};
