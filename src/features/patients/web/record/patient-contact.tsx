import type { ReactNode } from 'react'
import { date, dateTime, dayOf, fullName } from '#web/text/format.ts'
import { phone } from '#web/text/phone.ts'
import { t } from '#web/i18n.ts'
import type { PatientRecord } from '../use-patient.ts'

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt>{term}</dt>
    <dd className="break-anywhere">{children}</dd>
  </>
)

const Phone = ({ number }: { number: string | null | undefined }) =>
  number ? (
    <a className="link num" href={`tel:${number}`}>
      {phone(number)}
    </a>
  ) : null

/** How the patient and their kin are reached, and who pays: what is missing is said. */
export const PatientContact = ({ patient }: { patient: PatientRecord }) => {
  const { phone: number, email, residence, insurances, next_of_kin, created_at, found_at } = patient
  return (
    <dl className="facts">
      {found_at && <Fact term={t('Found')}>{found_at}</Fact>}
      <Fact term={t('Phone')}>{number ? <Phone number={number} /> : <span className="t3">{t('None recorded')}</span>}</Fact>
      {email && <Fact term={t('E-mail')}>{email}</Fact>}
      {residence && <Fact term={t('Residence')}>{residence}</Fact>}
      {insurances.map(({ id, name, member_number, valid_until }) => (
        <Fact key={id} term={t('Insurance')}>
          {name}
          <span className="small t3 num block">
            {[member_number, valid_until && t('until {date}', { date: date(valid_until) })].filter(Boolean).join(' · ')}
          </span>
        </Fact>
      ))}
      {next_of_kin.length === 0 && (
        <Fact term={t('Next of kin')}>
          <span className="t3">{t('None recorded')}</span>
        </Fact>
      )}
      {next_of_kin.map(({ id, first_name, second_name, relationship, contact }) => (
        <Fact key={id} term={t('Next of kin')}>
          <bdi>{fullName({ first_name, second_name })}</bdi>
          <span className="small t3 block">
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
  )
}
