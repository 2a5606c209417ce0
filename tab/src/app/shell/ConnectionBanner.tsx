import { CheckmarkCircle16Regular } from '@fluentui/react-icons/svg/checkmark-circle';
import { PlugDisconnected16Regular } from '@fluentui/react-icons/svg/plug-disconnected';
import { useTranslate } from '../../ui/text/translate.ts';
import css from './ConnectionBanner.module.css';
import { useConnection } from '../runtime/useConnectionState.ts';

/** Announces that the connection to the server is lost or has returned. The banner disappears by itself. */
export const ConnectionBanner = ({ isBelowHeader = false }: { readonly isBelowHeader?: boolean }) => {
  const t = useTranslate();
  const standing = useConnection();
  return (
    // The element is always in the page, because screen readers announce only changes of an existing element.
    <div className={isBelowHeader ? css.below : css.place} role="status">
      {standing !== 'there' && (
        <p className={standing === 'back' ? css.back : css.away}>
          {standing === 'back' ? <CheckmarkCircle16Regular /> : <PlugDisconnected16Regular />}
          {t(`connection.${standing}`)}
        </p>
      )}
    </div>
  );
};
