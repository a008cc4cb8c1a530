import { Button, Kbd } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { trackLabel, tracks } from '#features/attendance/rules.ts'
import { OrdersPending } from '#features/order-drafts/web/orders-pending-status.tsx'
import { PrescriptionState } from '#features/prescriptions/web/prescription-status.tsx'
import { age, ageIn, ago, dateTime, money, number, sex } from '#web/text/format.ts'
import { isLanguage, languages, t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { DocumentHead } from '#web/ui/document.tsx'
import { Status } from '#web/ui/status.tsx'
import { isOpen } from './counter-lines.ts'
import type { AtCounter } from './counter-types.ts'
import { QUEUE } from './use-next.ts'

const AllergyFlag = lazy(async () => ({ default: (await import('#features/patients/web/allergy-status.tsx')).AllergyFlag }))

const PatientPregnancy = lazy(async () => ({ default: (await import('#features/patients/web/pregnancy-status.tsx')).PatientPregnancy }))

const Flags = ({ of }: { of: AtCounter }) => (
  <ul className="ct-flags" aria-label={t('Allergies')}>
    <li>
      <Suspense>
        <AllergyFlag allergies={of.allergies} status={of.allergy_status} detailed />
      </Suspense>
    </li>
    <li>
      <Suspense>
        <PatientPregnancy of={of} />
      </Suspense>
    </li>
  </ul>
)

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="num">{children}</dd>
  </div>
)

/** What is due on bills; the rest of a line that was billed only in part is on none yet. */
const Due = ({ due, isBilled }: { due: string; isBilled: boolean }) => {
  if (Number(due) > 0) return <Status tone="attention">{t('{{amount}} due', { amount: money(due, { withCurrency: true }) })}</Status>
  return isBilled ? <Status tone="done">{t('Nothing due')}</Status> : <Status tone="attention">{t('The rest is not billed yet')}</Status>
}

const whoWords = ({ gender, age: years, date_of_birth, patient_number, weight }: AtCounter) =>
  [sex(gender), age(date_of_birth) || (years === null ? '' : ageIn('y', years)), weight !== null && `${number(weight)} kg`, patient_number]
    .filter(Boolean)
    .join(' · ')

const prescribersOf = ({ prescribed_drugs }: AtCounter) =>
  [
    ...new Set(
      prescribed_drugs.filter(({ cancelled_at }) => cancelled_at === null).map((line) => line.written_by ?? line.prescribed_by_name),
    ),
  ].join(', ')

/** Who stands at the counter and what may hurt them; who prescribed, where they go next, and what is due. */
export const CounterHead = ({ of, next }: { of: AtCounter; next: () => void }) => {
  const track = tracks.find((one) => one === of.track)
  const label = t('Next in the queue')
  useKeys([{ keys: 'N', label, run: next }])
  return (
    <>
      <DocumentHead
        title={of.patient_name}
        status={
          <>
            <PrescriptionState of={of.status} />
            <OrdersPending visit={of.visit} />
          </>
        }
        sub={
          <>
            <span className="ct-who">{whoWords(of)}</span>
            <Link className="link" to={`/dashboard/patients/${of.patient}?tab=prescriptions`}>
              {t('Patient page')}
            </Link>
          </>
        }
        back={{ to: QUEUE, label: t('Pharmacy') }}
        actions={
          <Button aria-keyshortcuts="N" rightSection={<Kbd className="not-phone">N</Kbd>} onClick={next}>
            {label}
          </Button>
        }
      />
      <section className="section ct-head" aria-label={t('Prescription')}>
        <Flags of={of} />
        <dl className="ct-facts">
          <Fact label={t('Prescribed by')}>
            {prescribersOf(of)}{' '}
            <span className="t3" title={dateTime(of.date_created)}>
              {ago(of.date_created)}
            </span>
          </Fact>
          <Fact label={t('Visit')}>
            {of.track_number} <span className="t3">{of.is_visit_open ? track !== undefined && t(trackLabel[track]) : t('Over')}</span>
          </Fact>
          <Fact label={t('Payer')}>{of.payer_name ?? t('The patient')}</Fact>
          {of.due !== null && (
            <Fact label={t('To pay')}>
              <Due due={of.due} isBilled={of.prescribed_drugs.every((line) => line.is_paid || !isOpen(line))} />
            </Fact>
          )}
          <Fact label={t('Labels in')}>{isLanguage(of.language) ? languages[of.language] : languages.en}</Fact>
          <Fact label={t('Store')}>{of.store_name}</Fact>
        </dl>
        {of.note !== null && of.note !== '' && <p className="ct-note t2">{of.note}</p>}
      </section>
    </>
  )
}
