import { useQuery } from '@tanstack/react-query'
import { TryLines } from '#features/analysers/web/try-lines-panel.tsx'
import { listEquipment } from '#features/analysers/contract.ts'
import { TryModel } from '#features/assistant/web/try-model-panel.tsx'
import { getAssistantSettings } from '#features/assistant/contract.ts'
import { SendTest } from '#features/messages/web/send-test-panel.tsx'
import { getMessageSettings } from '#features/messages/contract.ts'
import { Link } from 'react-router'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { FourStates } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import styles from './system.module.css'

const SECTION = '/dashboard/administration'

const NotSetUp = ({ title, to }: { title: string; to: string }) => (
  <section className="section" aria-label={title}>
    <h2>{title}</h2>
    <p>{t('Not set up.')}</p>
    <Link className="link" to={to}>
      {t('Set up')}
    </Link>
  </section>
)

const Messages = () => (
  <FourStates query={useQuery(query(getMessageSettings))}>
    {({ is_demo, smtp_host, from_address, sms_url }) => (
      <>
        {is_demo && <Note tone="attention">{t('This is a demonstration clinic: nothing is sent, regardless of the settings here.')}</Note>}
        {smtp_host === '' || from_address === '' ? (
          <NotSetUp title={t('E-mail')} to={`${SECTION}/messages?tab=email`} />
        ) : (
          <SendTest channel="email" title={t('E-mail')} />
        )}
        {sms_url === '' ? <NotSetUp title={t('SMS')} to={`${SECTION}/messages?tab=sms`} /> : <SendTest channel="sms" title={t('SMS')} />}
      </>
    )}
  </FourStates>
)

const Model = () => (
  <FourStates query={useQuery(query(getAssistantSettings))}>
    {({ url, model, timeout_ms }) =>
      url === '' || model === '' ? (
        <NotSetUp title={t('Assistant’s language model')} to={`${SECTION}/assistant`} />
      ) : (
        <TryModel limit={timeout_ms} title={t('Assistant’s language model')} />
      )
    }
  </FourStates>
)

/** Every line to the outside, with a way to try it; each for whoever may set it up. */
export const Connections = () => {
  const { can } = useRights()
  const shown = [
    { key: 'messages', isOpen: can(getMessageSettings), Panel: Messages },
    { key: 'analysers', isOpen: can(listEquipment), Panel: TryLines },
    { key: 'model', isOpen: can(getAssistantSettings), Panel: Model },
  ].filter(({ isOpen }) => isOpen)
  return (
    <div className={`form-stack whole-tables roomy-tables ${styles.system}`}>
      <p className="t3">
        {t('Each test takes up to ten seconds and is recorded in the audit log. The clocks are compared under Overview.')}
      </p>
      {shown.length === 0 && <Note tone="inactive">{t('You do not have permission to test any connection.')}</Note>}
      {shown.map(({ key, Panel }) => (
        <Panel key={key} />
      ))}
    </div>
  )
}
