import { QrCode } from '../ui/display/QrCode.tsx';
import { useTranslate } from '../ui/text/translate.ts';
import css from './AuthenticatorKey.module.css';

interface FactorKeyProps {
  /** Address `otpauth://…`, which authenticator apps read as a QR code. */
  readonly uri: string;
  readonly secret: string;
}

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
