import { Link } from 'react-router'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { age, dateTime, money, sex } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Status } from '#web/ui/status.tsx'
import { AppointmentStatus } from '../appointment-status.tsx'
import type { AppointmentOnScreen } from '../appointment-shape.ts'
import { spanText } from '../appointment-words.ts'
import styles from '../appointments.module.css'

const Patient = ({ of }: { of: AppointmentOnScreen }) => {
  const { allowed } = useRights()
  const { patient, patient_name, patient_number, gender, date_of_birth, died_on } = of
  const name = <bdi className="strong">{patient_name}</bdi>
  return (
    <>
      {patient !== null && allowed('patients.view') ? (
        <Link className="link" to={`/dashboard/patients/${patient}`}>
          {name}
        </Link>
      ) : (
        name
      )}
      <span className="small t3 num">
        {' '}
        {[sex(gender), age(date_of_birth, died_on ? { at: died_on } : {}), patient_number].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

/** Who, when, with whom, where, what for, what it costs, and how it stands. */
export const AppointmentFacts = ({ of }: { of: AppointmentOnScreen }) => {
  const { number, status, status_reason, phone_number, email, assigned_doctor, room_name, item_name, sale_price, reason } = of
  const contact = [phone_number, email].filter(Boolean).join(' · ')
  return (
    <>
      <div className="row wrap">
        <AppointmentStatus of={status} chip />
        {of.public_booking !== null && <Status tone="inactive">{t('Booked online')}</Status>}
        <span className="grow" />
        <span className="num t3">{number}</span>
      </div>
      {status_reason !== '' && <p className={`${styles.apptSaid} t2`}>{status_reason}</p>}
      <p className={`${styles.apptWhen} num`}>{spanText(of)}</p>
      <dl className="facts">
        <dt>{t('Patient')}</dt>
        <dd className="wrap-text">
          <Patient of={of} />
          <ListedAllergies patient={of.patient} />
        </dd>
        {contact !== '' && (
          <>
            <dt>{t('Reached by')}</dt>
            <dd className="num wrap-text">{contact}</dd>
          </>
        )}
        <dt>{t('Doctor')}</dt>
        <dd className="wrap-text">{assigned_doctor ?? t('Any doctor')}</dd>
        {room_name !== null && (
          <>
            <dt>{t('Room')}</dt>
            <dd className="wrap-text">{room_name}</dd>
          </>
        )}
        {item_name !== null && (
          <>
            <dt>{t('Service')}</dt>
            <dd className="wrap-text">
              {item_name}
              {sale_price !== null && <span className="num t2"> · {money(sale_price, { withCurrency: true })}</span>}
            </dd>
          </>
        )}
        <dt>{t('Reason')}</dt>
        <dd className="wrap-text">{reason}</dd>
        <dt>{t('Booked')}</dt>
        <dd className="num t2">{[dateTime(of.date_created), of.created_by_name].filter(Boolean).join(' · ')}</dd>
      </dl>
    </>
  )
}
