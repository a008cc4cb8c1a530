import { IconUserQuestion } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { birthOf } from '#web/text/birth.ts'
import { ageOf, sex } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { formerNames } from '#web/searches/patient-search.ts'
import { Status } from '#web/ui/status.tsx'
import { AllergyFlag } from './allergy-status.tsx'
import { PatientName } from './patient-name.tsx'
import { PatientPregnancy } from './pregnancy-status.tsx'
import { RecordMarks } from './record-status.tsx'
import type { PatientRecord } from './use-patient.ts'
import { genderWord } from './patient-labels.ts'
import styles from './patient-banner.module.css'

/** So many chips stand beside the name; more get a row of their own. */
const IN_ONE_ROW = 3

type Flagged = Pick<
  PatientRecord,
  'allergies' | 'allergy_status' | 'alerts' | 'pregnancy' | 'gender' | 'date_of_birth' | 'is_birth_date_estimated'
>

/** All allergies, that none is known or that nobody has asked, then a pregnancy, then every alert: nothing is cut or folded away. */
export const PatientFlags = (patient: Flagged) => {
  const { allergies, allergy_status, alerts } = patient
  return (
    <ul className="banner-flags" aria-label={t('Allergies and alerts')}>
      <li>
        <AllergyFlag allergies={allergies} status={allergy_status} detailed />
      </li>
      <li>
        <PatientPregnancy patient={patient} />
      </li>
      {alerts.map(({ id, text, is_critical }) => (
        <li key={id}>
          <Status chip whole tone={is_critical ? 'critical' : 'attention'}>
            <bdi>{text}</bdi>
          </Status>
        </li>
      ))}
    </ul>
  )
}

const Marks = ({ patient }: { patient: PatientRecord }) => (
  <>
    <RecordMarks record={patient} />
    {patient.is_unidentified && (
      <Status chip tone="attention" icon={IconUserQuestion}>
        {t('Identity unknown')}
      </Status>
    )}
  </>
)

/** Who the patient is and what may hurt them: stands over every page about a patient and never scrolls away. */
export const PatientBanner = ({ patient, children }: { patient: PatientRecord; children?: ReactNode }) => {
  const insurers = patient.insurances.map(({ name }) => name).join(', ')
  const years = ageOf(patient)
  return (
    <header
      className={`in-row surface gap-4-7 phone-gap-4 ${styles.banner}`}
      data-part="banner"
      data-many={patient.allergies.length + patient.alerts.length > IN_ONE_ROW || undefined}
    >
      <div className={`stack min-w-0 flex-auto ${styles.bannerId}`}>
        <div className={`row max-w-full ${styles.bannerName}`}>
          <h1>
            <PatientName patient={patient} />
          </h1>
          <Marks patient={patient} />
        </div>
        <span className="t2 num">
          <abbr title={genderWord(patient.gender)}>{sex(patient.gender)}</abbr>
          {years && ` · ${patient.death ? t('died aged {age}', { age: years }) : years} `}
          {patient.date_of_birth && <span className="t3">({birthOf(patient)})</span>}
          {' · '}
          <span className="nowrap">{patient.unique_id}</span>
          {patient.formerly.length > 0 && ` · ${formerNames(patient)}`}
        </span>
      </div>
      <PatientFlags {...patient} />
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
