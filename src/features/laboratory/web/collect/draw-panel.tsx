import { Button, ActionIcon, Menu } from '@mantine/core'
import { IconTag, IconCheckbox, IconDots, IconSquare, IconToolsKitchen2Off } from '@tabler/icons-react'
import { Link } from 'react-router'
import { OrdersPending } from '#features/order-drafts/web/orders-pending-status.tsx'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import { ageOf, dateTime, minutes, sex } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { PriorityMark, waitedMinutes, Cap, SampleStateMark, UnpaidMark } from '../lab-labels.tsx'
import type { SampleRow } from '../lab-types.ts'
import { mayCollect, mayReceive, urgencyOf, type Draw, mayReject } from './collect-groups.ts'
import { printLabels, useSampleActions } from './use-sample-actions.ts'
import styles from './collect.module.css'
import type { KeyboardEvent } from 'react'
import { askReason } from '#web/messages/dialogs.ts'
import { Status } from '#web/ui/status.tsx'
import { rejectWord } from './reject-reasons.ts'

interface RowProps {
  sample: SampleRow
  isSelected: boolean
  /** The one row that the tab key comes to. */
  isCurrent: boolean
  onFocus: (id: number) => void
  onToggle: (id: number) => void
  onReject: (sample: SampleRow) => void
}

const happened = (at: string | null, by: string | null) => at && [dateTime(at), by].filter(Boolean).join(' · ')

/** Where the sample stands, since when, by whom, and what it took the place of. */
const State = ({ sample }: { sample: SampleRow }) => {
  const since =
    sample.state === 'rejected'
      ? happened(sample.rejected_at, sample.rejected_by_name)
      : (happened(sample.received_at, sample.received_by_name) ?? happened(sample.collected_at, sample.collected_by_name))
  return (
    <span className="stack min-w-0 gap-1">
      <SampleStateMark state={sample.state} />
      {sample.is_unpaid && <UnpaidMark />}
      {sample.unpaid_reason !== null && <span className="small t2">{t('Before payment: {reason}', { reason: sample.unpaid_reason })}</span>}
      {sample.reject_reason !== null && <span className="small">{rejectWord(sample.reject_reason)}</span>}
      {since && <span className="small t3 num">{since}</span>}
      {sample.replaces_code !== null && <span className="small t3 num">{t('Replaces {sample}', { sample: sample.replaces_code })}</span>}
      {sample.replaced_by_code !== null && (
        <span className="small t3 num">{t('Recollected as {sample}', { sample: sample.replaced_by_code })}</span>
      )}
    </span>
  )
}

const More = ({ sample, onReject }: Pick<RowProps, 'sample' | 'onReject'>) => {
  const { mayMove, withdraw, note } = useSampleActions()
  const write = async () => {
    const text = await askReason({
      title: t('Note on {sample}', { sample: sample.patient_sample_code }),
      label: t('Note'),
      action: t('Save'),
    })
    if (text !== null) note(sample, text)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="var(--k-touch)" variant="default" aria-label={t('More for {sample}', { sample: sample.patient_sample_code })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => printLabels([sample])}>{t('Print label')}</Menu.Item>
        <Menu.Item component={Link} to={`/dashboard/laboratory/visits/${sample.process}`}>
          {t('Patient’s results')}
        </Menu.Item>
        {mayMove && <Menu.Item onClick={() => void write()}>{t('Add note')}</Menu.Item>}
        {mayMove && sample.state === 'collected' && <Menu.Item onClick={() => withdraw(sample)}>{t('Undo collection')}</Menu.Item>}
        {mayMove && mayReject(sample) && <Menu.Item onClick={() => onReject(sample)}>{t('Reject…')}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}

const Next = ({ sample }: { sample: SampleRow }) => {
  const { mayMove, isRunning, collect, receive } = useSampleActions()
  if (!mayMove || !(mayCollect(sample) || mayReceive(sample))) return null
  const isNew = mayCollect(sample)
  const label = isNew
    ? t('Collect {sample}', { sample: sample.patient_sample_code })
    : t('Receive {sample}', { sample: sample.patient_sample_code })
  return (
    <Button className="phone-fill" loading={isRunning} aria-label={label} onClick={() => (isNew ? collect([sample]) : receive([sample]))}>
      {isNew ? t('Collect') : t('Receive')}
    </Button>
  )
}

/** One tube: its cap, what it is for, its number, and what comes next. A click or the space bar selects it. */
const TubeRow = ({ sample, isSelected, isCurrent, onFocus, onToggle, onReject }: RowProps) => {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || (event.key !== ' ' && event.key !== 'Enter')) return
    event.preventDefault()
    onToggle(sample.id)
  }
  const Box = isSelected ? IconCheckbox : IconSquare
  return (
    <div
      className={`grid line-top gap-2-5 pad-2-5 hovers focus-inside items-centre clickable ${styles.tube}`}
      role="row"
      aria-selected={isSelected}
      tabIndex={isCurrent ? 0 : -1}
      data-tube={sample.id}
      onFocus={() => onFocus(sample.id)}
      onClick={(event) => event.target instanceof Element && !event.target.closest('a,button') && onToggle(sample.id)}
      onKeyDown={onKeyDown}
    >
      <span role="gridcell" className={`in-row min-w-0 ${styles.tubeWhat}`}>
        <Box size={20} stroke={1.5} aria-hidden />
        <span className="stack min-w-0 gap-1">
          <Cap colour={sample.colour} name={sample.container_name} />
          <span className="break-anywhere small t3">
            {[sample.specimen_name, sample.volume && t('{n} ml', { n: sample.volume })].filter(Boolean).join(' · ')}
          </span>
        </span>
      </span>
      <span role="gridcell" className="stack min-w-0 gap-1">
        <span className="strong clip" title={sample.tests.join(', ')}>
          {sample.tests.join(', ')}
        </span>
        {sample.instructions !== '' && <span className="break-anywhere small t3">{sample.instructions}</span>}
        {sample.note !== '' && <span className="break-anywhere small t2">{sample.note}</span>}
      </span>
      <span role="gridcell" className="stack min-w-0 gap-1">
        <b className="num">{sample.patient_sample_code}</b>
        {sample.labels_printed === 0 ? (
          sample.state === 'to collect' && <span className="break-anywhere small t3">{t('no label yet')}</span>
        ) : (
          <span className="break-anywhere small t3">{t('label printed')}</span>
        )}
      </span>
      <span role="gridcell">
        <State sample={sample} />
      </span>
      <span role="gridcell" className={`flex justify-end gap-4 phone-span ${styles.tubeActions} no-print`}>
        <Next sample={sample} />
        <More sample={sample} onReject={onReject} />
      </span>
    </div>
  )
}

/** That the request says the patient has eaten nothing. */
const FastingMark = ({ samples }: { samples: readonly SampleRow[] }) =>
  samples.some(({ is_fasting }) => is_fasting) && (
    <Status chip tone="waiting" icon={IconToolsKitchen2Off}>
      {t('Fasting')}
    </Status>
  )

const DAY_MINUTES = 24 * 60
const oldestOf = (samples: readonly SampleRow[]) => samples.map(({ requested_at }) => requested_at).toSorted()[0] ?? ''

/** How long the first of some waits: minutes and hours, days from the second on. */
const Waits = ({ samples, now }: { samples: readonly SampleRow[]; now: number }) => {
  const since = oldestOf(samples)
  const waited = waitedMinutes(since, now)
  return (
    <span className="num small t2" title={dateTime(since)}>
      {t('waiting {time}', { time: waited < DAY_MINUTES ? minutes(waited) : t('{n} d', { n: Math.floor(waited / DAY_MINUTES) }) })}
    </span>
  )
}

const AllButtons = ({ samples }: { samples: readonly SampleRow[] }) => {
  const { mayMove, isRunning, collect, receive } = useSampleActions()
  const open = samples.filter(mayCollect)
  const come = samples.filter(mayReceive)
  return (
    <span className="row wrap no-print">
      <Button
        aria-label={t('Print labels of {name}', { name: samples[0]?.patient_name })}
        leftSection={<IconTag size={16} aria-hidden />}
        onClick={() => printLabels(open.length > 0 ? open : samples)}
      >
        {t('Labels')}
      </Button>
      {mayMove && open.length > 1 && (
        <Button loading={isRunning} onClick={() => collect(open)}>
          {t('Collect all {count}', { count: open.length })}
        </Button>
      )}
      {mayMove && open.length === 0 && come.length > 1 && (
        <Button loading={isRunning} onClick={() => receive(come)}>
          {t('Receive all {count}', { count: come.length })}
        </Button>
      )}
    </span>
  )
}

interface Props extends Omit<RowProps, 'sample' | 'isSelected' | 'isCurrent'> {
  draw: Draw
  now: number
  selected: ReadonlySet<number>
  current: number | undefined
}

/** A patient with the tubes that are taken, in the order in which they are filled. */
export const DrawPanel = ({ draw: { samples }, now, selected, current, ...row }: Props) => {
  const [first] = samples
  if (!first) return null
  const isWaiting = samples.some((sample) => mayCollect(sample) || mayReceive(sample))
  return (
    <div role="rowgroup" className={`panel clipped ${styles.draw}`} aria-label={first.patient_name}>
      <div role="row" className={`in-row sunken gap-2-5 pad-4-5 wrap ${styles.drawHead}`}>
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
        <TubeRow key={sample.id} sample={sample} isSelected={selected.has(sample.id)} isCurrent={sample.id === current} {...row} />
      ))}
    </div>
  )
}
