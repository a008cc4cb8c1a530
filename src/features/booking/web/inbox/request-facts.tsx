import { AppointmentStatus } from '#features/appointments/web/appointment-status.tsx'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { contactOf, languageOf, personOf, spanOf, type Request } from './request-words.ts'

/** What the person sent and agreed to, and how it stands. */
export const RequestFacts = ({ of }: { of: Request }) => {
  const { number, status, status_reason, reason, item_name, doctor_name, room_name, language, date_created } = of
  return (
    <>
      <div className="row wrap">
        <AppointmentStatus of={status} chip />
        <Status tone="inactive">{t('Booked online')}</Status>
        <span className="grow" />
        <span className="num t3">{number}</span>
      </div>
      {status_reason !== '' && <p className="t2 request-text">{status_reason}</p>}
      <p className="request-when num">{spanOf(of)}</p>
      <dl className="facts">
        <dt>{t('Person')}</dt>
        <dd className="num request-text">{personOf(of)}</dd>
        <dt>{t('Reached by')}</dt>
        <dd className="num request-text">{contactOf(of)}</dd>
        <dt>{t('Language')}</dt>
        <dd>{languageOf(language)}</dd>
        {item_name !== null && (
          <>
            <dt>{t('Service')}</dt>
            <dd className="request-text">{item_name}</dd>
          </>
        )}
        <dt>{t('Doctor')}</dt>
        <dd className="request-text">{[doctor_name ?? t('Any doctor'), room_name].filter(Boolean).join(' · ')}</dd>
        <dt>{t('Reason')}</dt>
        <dd className="request-text">{reason}</dd>
        <dt>{t('Received')}</dt>
        <dd className="num t2">{dateTime(date_created)}</dd>
        <dt>{t('Consent')}</dt>
        <dd>
          <details className="request-consent">
            <summary>{t('Given {{when}}, words {{version}}', { when: dateTime(of.consented_at), version: of.consent_version })}</summary>
            <blockquote className="small t2">{of.consent_text}</blockquote>
          </details>
        </dd>
      </dl>
    </>
  )
}
