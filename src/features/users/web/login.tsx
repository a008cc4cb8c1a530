import { Link, useNavigate } from 'react-router'
import { t } from '#web/i18n.ts'
import { PlainPage } from '#web/plain-page.tsx'
import { applyPersonsLook } from '#web/look/preferences.ts'
import { signIn } from '#web/session/session.ts'
import { SignInForm } from '#web/session/sign-in-form.tsx'

export const LoginPage = () => {
  const go = useNavigate()
  return (
    <PlainPage title={t('Sign in')}>
      <SignInForm
        signIn={async (proof) => {
          const landing = await signIn(proof)
          await applyPersonsLook().catch(() => null)
          void go(landing, { replace: true })
        }}
      />
      <p className="small t2">
        <Link to="/auth/register">{t('Register as a patient')}</Link>
      </p>
      <p className="small t2">
        {/* A small page of its own, outside the program. */}
        <a href="/book-appointment">{t('Book appointment')}</a>
      </p>
      <p className="small t2">{t('Forgot your password? Ask an administrator of the clinic for a new one.')}</p>
    </PlainPage>
  )
}
