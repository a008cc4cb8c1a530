import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { FourStates } from '#web/ui/four-states.tsx'
import { Status, Note } from '#web/ui/status.tsx'
import { IconWorld, IconWorldOff, IconCopy, IconExternalLink, IconPrinter } from '@tabler/icons-react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { getBookingSettings, updateBookingSettings, listBookableServices } from '#features/schedules/contract.ts'
import { settingsValues } from './settings-values.ts'
import { unitWord } from './span-field.tsx'
import { Button } from '@mantine/core'
import { useClinic } from '#web/calls/clinic.ts'
import { toast } from '#web/messages/toast.tsx'
import styles from '../public-booking.module.css'

const SquareCode = lazy(async () => ({ default: (await import('./square-code.tsx')).SquareCode }))

const PATH = '/book-appointment'
const isThisMachine = () => ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)

const copy = async (address: string) => {
  try {
    await navigator.clipboard.writeText(address)
    toast.done(t('Address copied.'))
  } catch {
    toast.failed(t('Copying is blocked by the browser. Select the address and copy it.'))
  }
}

/** Where the public books: the address, and a sheet with its square code for the door. Printing the page prints the sheet. */
const PublicAddress = ({ isOpen }: { isOpen: boolean }) => {
  const clinic = useClinic()
  const address = `${location.origin}${PATH}`
  const services = useQuery(query(listBookableServices, { query: { is_public: 'true' } }))
  return (
    <section className={`section ${styles.publicAddress}`} aria-label={t('Page address')}>
      <h2 className="no-print">{t('Page address')}</h2>
      <div className="form-stack no-print">
        <a className="link break-anywhere" href={PATH} target="_blank" rel="noreferrer">
          {address} <IconExternalLink size={14} aria-hidden />
        </a>
        {!isOpen && <Note tone="attention">{t('Closed: the page asks patients to call the clinic.')}</Note>}
        {isOpen && services.data?.length === 0 && (
          <Note tone="attention">
            {t('The page shows that booking is closed, because no service is public yet. Choose some under “Bookable services”.')}
          </Note>
        )}
        {isThisMachine() && (
          <Note tone="attention">
            {t('This address works on this computer only. Open Kliniki at the clinic’s own address before you copy or print.')}
          </Note>
        )}
        <div className="row wrap">
          <Button leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy(address)}>
            {t('Copy')}
          </Button>
          <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
            {t('Print door sign')}
          </Button>
        </div>
      </div>
      <figure className={`stack text-centre outlined round-l gap-5 pad-6 items-centre ${styles.doorSheet}`} aria-label={t('Door sign')}>
        <figcaption>
          <b>{clinic?.name}</b>
          <span>{t('Book appointment')}</span>
        </figcaption>
        <Suspense fallback={<div className={`skeleton round-s ${styles.squareCode}`} />}>
          <SquareCode text={address} />
        </Suspense>
        <span className="num break-anywhere">{address}</span>
      </figure>
    </section>
  )
}

const SettingsForm = lazy(async () => ({ default: (await import('./settings-form.tsx')).SettingsForm }))

type Settings = ResponseOf<typeof getBookingSettings>

const Facts = ({ settings }: { settings: Settings }) => {
  const { min_notice_minutes, notice_unit, change_until_minutes, change_unit } = settingsValues(settings)
  const facts = [
    [t('Minimum notice'), `${min_notice_minutes} ${unitWord(notice_unit)}`],
    [t('Days ahead'), settings.max_days_ahead],
    [t('Minimum notice of changes'), `${change_until_minutes} ${unitWord(change_unit)}`],
    [t('Default minutes'), settings.default_minutes],
    [t('Confirmed automatically'), settings.confirms_itself ? t('Yes') : t('No')],
    [t('Welcome text'), settings.intro],
    [t('Consent text'), `${settings.consent_text} (${t('version {n}', { n: settings.consent_version })})`],
  ] as const
  return (
    <section className="section" aria-label={t('Public booking')}>
      <p>
        {settings.is_public_open ? (
          <Status tone="done" icon={IconWorld}>
            {t('Open to the public')}
          </Status>
        ) : (
          <Status tone="inactive" icon={IconWorldOff}>
            {t('Closed')}
          </Status>
        )}
      </p>
      <dl className="facts num">
        {facts.map(([name, value]) => (
          <div className="fact" key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Loaded = ({ settings }: { settings: Settings }) => {
  const { can } = useRights()
  const [version, setVersion] = useState(settings.version)
  return (
    <div className={`grid items-start gap-6 tablet-one print-block ${styles.publicColumns}`}>
      <div className="no-print">
        <Suspense>
          {can(updateBookingSettings) ? (
            <SettingsForm settings={settings} version={version} onSaved={setVersion} />
          ) : (
            <Facts settings={settings} />
          )}
        </Suspense>
      </div>
      <PublicAddress isOpen={settings.is_public_open} />
    </div>
  )
}

/** How the public books: open or not, the rules, the words, and where. */
export const PublicPanel = () => {
  const settings = useQuery(query(getBookingSettings, { query: {} }))
  return <FourStates query={settings}>{(data) => <Loaded settings={data} />}</FourStates>
}
