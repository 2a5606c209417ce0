import { useLocation } from 'react-router-dom';
import { AddressText } from '../../ui/AddressText.tsx';
import { CardLink } from '../../ui/CardLink.tsx';
import { useWords } from '../../ui/words.ts';

const emailFrom = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
    ? state.email
    : null;

/** The letter is on its way, if there is an account; which of both is only said where the form was allowed to say it. */
export const ForgotSentScreen = () => {
  const words = useWords();
  const email = emailFrom(useLocation().state);
  return (
    <>
      <h1>{words('page.forgotSuccess')}</h1>
      <p role="status">
        <AddressText
          text={email === null ? words('recover.sentTextNoAddress') : words('recover.sentText', { email })}
        />
      </p>
      <p>{words('recover.checkSpam')}</p>
      <CardLink to="/forgot-password">{words('recover.again')}</CardLink>
      <CardLink to="/login">{words('recover.back')}</CardLink>
    </>
  );
};
