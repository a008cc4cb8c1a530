import { useNavigate } from 'react-router'
import { startVisit } from '#features/attendance/contract.ts'
import { t } from '#web/i18n.ts'
import { keyLabel } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { Page } from '#web/ui/page.tsx'
import { RegisterForm } from './register-form.tsx'
import type { OnDone } from './use-registration.ts'
import styles from './registration.module.css'

/** Registers a patient on a page of its own; afterwards their record is open. */
export const RegisterPage = () => {
  const navigate = useNavigate()
  const { can } = useRights()
  const onDone: OnDone = (done) => {
    void import('./announce-registration.ts').then(({ announceRegistration }) => announceRegistration(done))
    void navigate(`/dashboard/patients/${done.patient?.id ?? done.visit?.patient}`)
  }
  return (
    <Page
      title={t('Register patient')}
      sub={
        can(startVisit)
          ? t('Fields marked * are required. {keys} registers and starts the visit.', { keys: keyLabel('Mod+Enter') })
          : t('Fields marked * are required. Enter registers.')
      }
    >
      <div className={styles.registerPage}>
        <RegisterForm onDone={onDone} onCancel={() => void navigate('/dashboard/patients')} />
      </div>
    </Page>
  )
}
