import { Button } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { Link } from 'react-router'
import { OrdersPending } from '#features/order-drafts/web/orders-pending-status.tsx'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { ageOf, dateTime, minutes, sex } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { PriorityMark, waitedMinutes } from '../lab-words.tsx'
import type { SampleRow } from '../lab-types.ts'
import { mayCollect, mayReceive, urgencyOf, type Draw } from './collect-groups.ts'
import { FastingMark, TubeRow, type RowProps } from './tube-row.tsx'
import { printLabels, useSampleDeeds } from './use-sample-deeds.ts'
import styles from './collect.module.css'

const DAY_MINUTES = 24 * 60
const oldestOf = (samples: readonly SampleRow[]) => samples.map(({ requested_at }) => requested_at).toSorted()[0] ?? ''

/** How long the first of some waits: minutes and hours, days from the second on. */
const Waits = ({ samples, now }: { samples: readonly SampleRow[]; now: number }) => {
  const since = oldestOf(samples)
  const waited = waitedMinutes(since, now)
  return (
    <span className="num small t2" title={dateTime(since)}>
      {t('waits {{time}}', { time: waited < DAY_MINUTES ? minutes(waited) : t('{{n}} d', { n: Math.floor(waited / DAY_MINUTES) }) })}
    </span>
  )
}

const AllButtons = ({ samples }: { samples: readonly SampleRow[] }) => {
  const { mayMove, isRunning, collect, receive } = useSampleDeeds()
  const open = samples.filter(mayCollect)
  const come = samples.filter(mayReceive)
  return (
    <span className="row wrap no-print">
      <Button
        aria-label={t('Print labels of {{name}}', { name: samples[0]?.patient_name })}
        leftSection={<IconTag size={16} aria-hidden />}
        onClick={() => printLabels(open.length > 0 ? open : samples)}
      >
        {t('Labels')}
      </Button>
      {mayMove && open.length > 1 && (
        <Button loading={isRunning} onClick={() => collect(open)}>
          {t('Collect all {{count}}', { count: open.length })}
        </Button>
      )}
      {mayMove && open.length === 0 && come.length > 1 && (
        <Button loading={isRunning} onClick={() => receive(come)}>
          {t('Receive all {{count}}', { count: come.length })}
        </Button>
      )}
    </span>
  )
}

interface Props extends Omit<RowProps, 'of' | 'isSelected' | 'isCurrent'> {
  of: Draw
  now: number
  selected: ReadonlySet<number>
  current: number | undefined
}

/** A patient with the tubes that are taken, in the order in which they are filled. */
export const DrawPanel = ({ of: { samples }, now, selected, current, ...row }: Props) => {
  const [first] = samples
  if (!first) return null
  const isWaiting = samples.some((sample) => mayCollect(sample) || mayReceive(sample))
  return (
    <div role="rowgroup" className={`panel ${styles.draw}`} aria-label={first.patient_name}>
      <div role="row" className={`in-row ${styles.drawHead}`}>
        <span role="gridcell" className="row wrap grow">
          <Link className="strong link" to={`/dashboard/patients/${first.patient}`}>
            <bdi>{first.patient_name}</bdi>
          </Link>
          <span className="t3 num small">{[first.patient_number, sex(first.gender), ageOf(first)].filter(Boolean).join(' · ')}</span>
          <ListedAllergies patient={first.patient} />
          <PriorityMark priority={urgencyOf(samples)} />
          <FastingMark samples={samples} />
          <OrdersPending visit={first.visit} />
          {isWaiting && <Waits samples={samples} now={now} />}
        </span>
        <span role="gridcell">
          <AllButtons samples={samples} />
        </span>
      </div>
      {samples.map((sample) => (
        <TubeRow key={sample.id} of={sample} isSelected={selected.has(sample.id)} isCurrent={sample.id === current} {...row} />
      ))}
    </div>
  )
}
