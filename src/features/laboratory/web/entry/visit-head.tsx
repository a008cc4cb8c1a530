import { OrdersPending } from '#features/order-drafts/web/orders-pending-status.tsx'
import { Button, Kbd } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Link } from 'react-router'
import { printLabReport } from '#calls/laboratory/contract-reports.ts'
import { download } from '#web/calls/api.ts'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { ageOf, dateTime, sex, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { toast } from '#web/messages/toast.tsx'
import { DocumentHead } from '#web/ui/document.tsx'
import { Status } from '#web/ui/status.tsx'
import type { Request, SampleRow } from '../lab-types.ts'
import { Cap, PriorityMark, SampleStateMark } from '../lab-labels.tsx'
import styles from '../results/results.module.css'

interface Props {
  process: number
  requests: readonly Request[]
  samples: readonly SampleRow[]
  hasApproved: boolean
}

const Sample = ({ sample }: { sample: SampleRow }) => (
  <li className="wrap in-row gap-3">
    <Cap colour={sample.colour} name={sample.specimen_name} />
    <Link className="link num" to={`/dashboard/laboratory/collect?show=all&q=${sample.patient_sample_code}`}>
      {sample.patient_sample_code}
    </Link>
    <SampleStateMark state={sample.state} />
    <span className="small t3 num">
      {sample.collected_at && (
        <span title={dateTime(sample.collected_at)}>{t('collected {time}', { time: time(sample.collected_at) })}</span>
      )}
      {sample.received_at && (
        <span title={dateTime(sample.received_at)}> · {t('received {time}', { time: time(sample.received_at) })}</span>
      )}
    </span>
  </li>
)

const Facts = ({ requests, samples }: Pick<Props, 'requests' | 'samples'>) => {
  const isFasting = requests.some(({ is_fasting }) => is_fasting)
  const isPregnant = requests.some(({ is_pregnant }) => is_pregnant)
  const notes = requests.flatMap(({ note }) => note ?? [])
  return (
    <ul className={`flow gap-2-6 ${styles.visitFacts}`} aria-label={t('Samples')}>
      {samples
        .filter(({ state }) => state !== 'cancelled')
        .map((one) => (
          <Sample key={one.id} sample={one} />
        ))}
      {isFasting && (
        <li className="wrap in-row gap-3">
          <Status chip tone="waiting">
            {t('Fasting')}
          </Status>
        </li>
      )}
      {isPregnant && (
        <li className="wrap in-row gap-3">
          <Status chip tone="waiting">
            {t('Pregnant')}
          </Status>
        </li>
      )}
      {notes.map((note) => (
        <li key={note} className="wrap in-row gap-3 t2">
          {note}
        </li>
      ))}
    </ul>
  )
}

const most = { stat: 2, urgent: 1, routine: 0 } as const

/** Whose results these are, from which samples, and the report. */
export const VisitHead = ({ process, requests, samples, hasApproved }: Props) => {
  const [first] = requests
  const print = async () => {
    try {
      await download(printLabReport, { params: { process_id: process }, query: {} }, { open: true })
    } catch (error) {
      toast.failed(error)
    }
  }
  useKeys(hasApproved ? [{ keys: 'P', label: t('Report'), run: () => void print() }] : [])
  const [sample] = samples
  const urgent = requests.toSorted((a, b) => most[b.priority] - most[a.priority])[0]
  const who = [sample && sex(sample.gender), sample && ageOf(sample), first?.patient_number].filter(Boolean).join(' · ')
  return (
    <>
      <DocumentHead
        title={first?.patient_name ?? t('Results')}
        status={
          <>
            {urgent && <PriorityMark priority={urgent.priority} />}
            <ListedAllergies patient={first?.patient ?? null} />
            <OrdersPending visit={first?.visit} />
          </>
        }
        sub={
          first && (
            <>
              <span>{who}</span>
              <Link className="link" to={`/dashboard/patients/${first.patient}?tab=laboratory`}>
                {t('Patient')}
              </Link>
              <Link className="link" to={`/dashboard/laboratory/patients/${first.patient}`}>
                {t('All results over time')}
              </Link>
              <span>{t('requested by {name}', { name: first.requested_by_name })}</span>
            </>
          )
        }
        back={{ to: '/dashboard/laboratory/worklist', label: t('Work list') }}
        actions={
          <Button
            disabled={!hasApproved}
            title={hasApproved ? undefined : t('No approved results yet')}
            leftSection={<IconPrinter size={16} stroke={1.5} aria-hidden />}
            rightSection={<Kbd className="not-phone">P</Kbd>}
            aria-keyshortcuts="P"
            onClick={() => void print()}
          >
            {t('Report')}
          </Button>
        }
      />
      <Facts requests={requests} samples={samples} />
    </>
  )
}
