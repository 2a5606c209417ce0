import { CheckmarkCircle16Regular } from '@fluentui/react-icons/svg/checkmark-circle';
import { PlugDisconnected16Regular } from '@fluentui/react-icons/svg/plug-disconnected';
import { useWords } from '../ui/words.ts';
import css from './ConnectionBanner.module.css';
import { useConnection } from './useConnection.ts';

/** Says when the page cannot reach the server, and when it can again; both without being asked. */
export const ConnectionBanner = ({ isBelowHeader = false }: { readonly isBelowHeader?: boolean }) => {
  const words = useWords();
  const standing = useConnection();
  return (
    // Always there, so that screen readers hear what comes into it.
    <div className={isBelowHeader ? css.below : css.place} role="status">
      {standing !== 'there' && (
        <p className={standing === 'back' ? css.back : css.away}>
          {standing === 'back' ? <CheckmarkCircle16Regular /> : <PlugDisconnected16Regular />}
          {words(`connection.${standing}`)}
        </p>
      )}
    </div>
  );
};
