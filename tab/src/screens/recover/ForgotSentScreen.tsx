import { useLocation } from 'react-router-dom';
import { AddressText } from '../../ui/text/AddressText.tsx';
import { CardLink } from '../../ui/display/CardLink.tsx';
import { useWords } from '../../ui/text/words.ts';
import { emailFrom } from './emailFrom.ts';

/** Confirms that an email is on its way if the address has an account. The page does not reveal if it has one. */
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
