import { useMediaQuery } from '@mantine/hooks'
import { IconAlertOctagon, IconAlertTriangle, IconUserQuestion } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { ageOf, date, sex } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { formerlyOf } from '#web/searches/patient-search.ts'
import { Status } from '#web/ui/status.tsx'
import { PatientName } from './patient-name.tsx'
import type { PatientRecord } from './use-patient.ts'
import { genderWord, severityWord } from './patient-words.ts'
import './patient-banner.css'

const SHOWN = { wide: 8, phone: 3 }
/** So many chips stand beside the name; more get a row of their own. */
const IN_ONE_ROW = 3
const GRAVE = new Set(['life threatening', 'severe'])

const AllergyChip = ({ of: { substance, reaction, severity } }: { of: PatientRecord['allergies'][number] }) => (
  <li title={[substance, reaction, severityWord(severity)].filter(Boolean).join(' · ')}>
    <Status chip tone="critical" icon={GRAVE.has(severity) ? IconAlertOctagon : IconAlertTriangle}>
      <bdi className="clip">
        {substance}
        {reaction && `: ${reaction}`}
      </bdi>
      {severity === 'life threatening' && <span className="chip-word">{severityWord(severity)}</span>}
    </Status>
  </li>
)

const AlertChip = ({ of: { text, is_critical } }: { of: PatientRecord['alerts'][number] }) => (
  <li title={text}>
    <Status chip tone={is_critical ? 'critical' : 'attention'}>
      <bdi className="clip">{text}</bdi>
    </Status>
  </li>
)

/** Allergies worst first, then alerts: as many as leave room for the page, the rest one press away. */
export const PatientFlags = ({ allergies, alerts }: Pick<PatientRecord, 'allergies' | 'alerts'>) => {
  const [isWhole, setWhole] = useState(false)
  const limit = useMediaQuery('(max-width: 700px)') ? SHOWN.phone : SHOWN.wide
  const chips = [
    ...allergies.map((one) => <AllergyChip key={`a${one.id}`} of={one} />),
    ...alerts.map((one) => <AlertChip key={`t${one.id}`} of={one} />),
  ]
  const hidden = chips.length - limit
  return (
    <ul className="banner-flags" aria-label={t('Allergies and alerts')}>
      {allergies.length === 0 && <li className="small t3">{t('No allergies recorded')}</li>}
      {isWhole ? chips : chips.slice(0, limit)}
      {hidden > 0 && (
        <li>
          <button type="button" className="plain banner-rest num" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? t('Show fewer') : t('{{n}} more', { n: hidden })}
          </button>
        </li>
      )}
    </ul>
  )
}

const Marks = ({ of }: { of: PatientRecord }) => (
  <>
    {!of.is_active && (
      <span title={of.deactivation_reason ?? undefined}>
        <Status chip tone="inactive">
          <span className="clip">
            {of.deactivation_reason ? t('Deactivated: {{reason}}', { reason: of.deactivation_reason }) : t('Deactivated')}
          </span>
        </Status>
      </span>
    )}
    {of.is_unidentified && (
      <Status chip tone="attention" icon={IconUserQuestion}>
        {t('Identity unknown')}
      </Status>
    )}
  </>
)

/** Who the patient is and what may hurt them: stands over every page about a patient and never scrolls away. */
export const PatientBanner = ({ of, children }: { of: PatientRecord; children?: ReactNode }) => {
  const insurers = of.insurances.map(({ name }) => name).join(', ')
  const years = ageOf(of)
  return (
    <header className="banner" data-many={of.allergies.length + of.alerts.length > IN_ONE_ROW || undefined}>
      <div className="banner-id">
        <div className="row banner-name">
          <h1>
            <PatientName of={of} />
          </h1>
          <Marks of={of} />
        </div>
        <span className="t2 num">
          <abbr title={genderWord(of.gender)}>{sex(of.gender)}</abbr>
          {years && ` · ${years} `}
          {of.date_of_birth && <span className="t3">({date(of.date_of_birth)})</span>}
          {` · ${of.unique_id}`}
          {of.formerly.length > 0 && ` · ${formerlyOf(of)}`}
        </span>
      </div>
      <PatientFlags allergies={of.allergies} alerts={of.alerts} />
      <span className="grow not-phone" />
      {insurers && (
        <dl className="banner-facts">
          <div>
            <dt>{t('Insurer')}</dt>
            <dd className="clip" title={insurers}>
              {insurers}
            </dd>
          </div>
        </dl>
      )}
      {children}
    </header>
  )
}
