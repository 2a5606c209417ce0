import { QrCode } from '../ui/display/QrCode.tsx';
import { useWords } from '../ui/text/words.ts';
import css from './FactorKey.module.css';

interface FactorKeyProps {
  /** `otpauth://…` */
  readonly uri: string;
  readonly secret: string;
}

/** The key for an authenticator app, as a QR code and as text to type. */
export const FactorKey = ({ uri, secret }: FactorKeyProps) => {
  const words = useWords();
  return (
    <>
      <QrCode text={uri} label={words('factor.qr')} />
      <p>
        {words('factor.secretText')} <span className={css.secret}>{secret}</span>
      </p>
    </>
  );
};
