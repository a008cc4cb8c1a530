import type { ReactNode } from 'react'
import { date, dateTime, dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { patientFields, plainNames } from '#features/patients/record.ts'
import type { PatientRecord } from '../use-patient.ts'
import { identifierWord } from '../patient-labels.ts'
import styles from '../patients.module.css'

const Fact = ({ term, children }: { term: string; children: ReactNode }) =>
  children ? (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  ) : null

const Phone = ({ number }: { number: string | null | undefined }) =>
  number ? (
    <a className="link num" href={`tel:${number}`}>
      {number}
    </a>
  ) : null

/** Telephone, residence, cover, identifiers and kin at a glance. */
export const PatientFacts = ({ patient }: { patient: PatientRecord }) => {
  const { insurances, identifiers, next_of_kin, created_at, found_at } = patient
  return (
    <aside className={`section ${styles.recordFacts}`} aria-label={t('At a glance')}>
      <h2>{t('At a glance')}</h2>
      <dl className="facts">
        <Fact term={t('Found')}>{found_at}</Fact>
        {plainNames.map((name) => (
          <Fact key={name} term={t(patientFields[name].label)}>
            {name === 'phone' ? patient.phone && <Phone number={patient.phone} /> : patient[name]}
          </Fact>
        ))}
        {insurances.map(({ id, name, member_number, valid_until }) => (
          <Fact key={id} term={t('Insurance')}>
            {name}
            <span className={`small t3 num ${styles.block}`}>
              {[member_number, valid_until && t('until {date}', { date: date(valid_until) })].filter(Boolean).join(' · ')}
            </span>
          </Fact>
        ))}
        {identifiers.map(({ id, kind, value }) => (
          <Fact key={id} term={identifierWord(kind)}>
            <span className="num">{value}</span>
          </Fact>
        ))}
        {next_of_kin.map(({ id, first_name, second_name, relationship, contact }) => (
          <Fact key={id} term={t('Next of kin')}>
            <bdi>{[first_name, second_name].filter(Boolean).join(' ')}</bdi>
            <span className={`small t3 ${styles.block}`}>
              {relationship} <Phone number={contact?.tel_no} />
            </span>
          </Fact>
        ))}
        <Fact term={t('Registered')}>
          <span className="num" title={dateTime(created_at)}>
            {dayOf(created_at)}
          </span>
        </Fact>
      </dl>
    </aside>
  )
}
