import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { FourStates } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { IconWorld, IconWorldOff } from '@tabler/icons-react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { getBookingSettings, updateBookingSettings } from '#features/schedules/contract.ts'
import { PublicAddress } from './public-address.tsx'
import { settingsValues } from './settings-values.ts'
import { unitWord } from './span-field.tsx'

const SettingsForm = lazy(async () => ({ default: (await import('./settings-form.tsx')).SettingsForm }))

type Settings = ResponseOf<typeof getBookingSettings>

const Facts = ({ settings }: { settings: Settings }) => {
  const { min_notice_minutes, notice_unit, change_until_minutes, change_unit } = settingsValues(settings)
  const facts = [
    [t('Booked at least before'), `${min_notice_minutes} ${unitWord(notice_unit)}`],
    [t('Days ahead'), settings.max_days_ahead],
    [t('Changed at least before'), `${change_until_minutes} ${unitWord(change_unit)}`],
    [t('Usual minutes'), settings.default_minutes],
    [t('Confirmed by itself'), settings.confirms_itself ? t('Yes') : t('No')],
    [t('Words of welcome'), settings.intro],
    [t('Words of consent'), `${settings.consent_text} (${t('version {{n}}', { n: settings.consent_version })})`],
  ] as const
  return (
    <section className="section" aria-label={t('Public booking')}>
      <p>
        {settings.is_public_open ? (
          <Status tone="done" icon={IconWorld}>
            {t('Open to everybody')}
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
    <div className="public-columns">
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
  return <FourStates of={settings}>{(data) => <Loaded settings={data} />}</FourStates>
}
