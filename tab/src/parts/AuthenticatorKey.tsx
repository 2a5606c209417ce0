import { QrCode } from '../ui/display/QrCode.tsx';
import { useTranslate } from '../ui/text/translate.ts';
import css from './AuthenticatorKey.module.css';

interface FactorKeyProps {
  /** `otpauth://…` */
  readonly uri: string;
  readonly secret: string;
}

/** The key for an authenticator app, as a QR code and as text to type. */
export const AuthenticatorKey = ({ uri, secret }: FactorKeyProps) => {
  const t = useTranslate();
  return (
    <>
      <QrCode text={uri} label={t('factor.qr')} />
      <p>
        {t('factor.secretText')} <span className={css.secret}>{secret}</span>
      </p>
    </>
  );
};
