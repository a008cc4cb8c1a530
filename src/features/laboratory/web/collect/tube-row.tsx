import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconCheckbox, IconDots, IconSquare, IconToolsKitchen2Off } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { askReason } from '#web/messages/dialogs.ts'
import { dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { Cap, SampleStateMark, UnpaidMark } from '../lab-words.tsx'
import type { SampleRow } from '../lab-types.ts'
import { mayCollect, mayReceive, mayReject } from './collect-groups.ts'
import { rejectWord } from './reject-reasons.ts'
import { printLabels, useSampleDeeds } from './use-sample-deeds.ts'
import styles from './collect.module.css'

export interface RowProps {
  of: SampleRow
  isSelected: boolean
  /** The one row that the tab key comes to. */
  isCurrent: boolean
  onFocus: (id: number) => void
  onToggle: (id: number) => void
  onReject: (sample: SampleRow) => void
}

const happened = (at: string | null, by: string | null) => at && [dateTime(at), by].filter(Boolean).join(' · ')

/** Where the sample stands, since when, by whom, and what it took the place of. */
const State = ({ of: sample }: { of: SampleRow }) => {
  const since =
    sample.state === 'rejected'
      ? happened(sample.rejected_at, sample.rejected_by_name)
      : (happened(sample.received_at, sample.received_by_name) ?? happened(sample.collected_at, sample.collected_by_name))
  return (
    <span className={styles.tubeState}>
      <SampleStateMark state={sample.state} />
      {sample.is_unpaid && <UnpaidMark />}
      {sample.unpaid_reason !== null && (
        <span className="small t2">{t('Before payment: {{reason}}', { reason: sample.unpaid_reason })}</span>
      )}
      {sample.reject_reason !== null && <span className="small">{rejectWord(sample.reject_reason)}</span>}
      {since && <span className="small t3 num">{since}</span>}
      {sample.replaces_code !== null && (
        <span className="small t3 num">{t('In the place of {{sample}}', { sample: sample.replaces_code })}</span>
      )}
      {sample.replaced_by_code !== null && (
        <span className="small t3 num">{t('Taken anew as {{sample}}', { sample: sample.replaced_by_code })}</span>
      )}
    </span>
  )
}

const More = ({ of: sample, onReject }: Pick<RowProps, 'of' | 'onReject'>) => {
  const { mayMove, withdraw, note } = useSampleDeeds()
  const write = async () => {
    const text = await askReason({
      title: t('Note to {{sample}}', { sample: sample.patient_sample_code }),
      label: t('Note'),
      action: t('Save'),
    })
    if (text !== null) note(sample, text)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="var(--k-touch)" variant="default" aria-label={t('More for {{sample}}', { sample: sample.patient_sample_code })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => printLabels([sample])}>{t('Print the label')}</Menu.Item>
        <Menu.Item component={Link} to={`/dashboard/laboratory/visits/${sample.process}`}>
          {t('Results of the patient')}
        </Menu.Item>
        {mayMove && <Menu.Item onClick={() => void write()}>{t('Write a note')}</Menu.Item>}
        {mayMove && sample.state === 'collected' && <Menu.Item onClick={() => withdraw(sample)}>{t('Not collected after all')}</Menu.Item>}
        {mayMove && mayReject(sample) && <Menu.Item onClick={() => onReject(sample)}>{t('Reject…')}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}

const Next = ({ of: sample }: { of: SampleRow }) => {
  const { mayMove, isRunning, collect, receive } = useSampleDeeds()
  if (!mayMove || !(mayCollect(sample) || mayReceive(sample))) return null
  const isNew = mayCollect(sample)
  const label = isNew
    ? t('Collect {{sample}}', { sample: sample.patient_sample_code })
    : t('Receive {{sample}}', { sample: sample.patient_sample_code })
  return (
    <Button
      className={styles.tubeNext}
      loading={isRunning}
      aria-label={label}
      onClick={() => (isNew ? collect([sample]) : receive([sample]))}
    >
      {isNew ? t('Collect') : t('Receive')}
    </Button>
  )
}

/** One tube: its cap, what it is for, its number, and what comes next. A click or the space bar selects it. */
export const TubeRow = ({ of: sample, isSelected, isCurrent, onFocus, onToggle, onReject }: RowProps) => {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || (event.key !== ' ' && event.key !== 'Enter')) return
    event.preventDefault()
    onToggle(sample.id)
  }
  const Box = isSelected ? IconCheckbox : IconSquare
  return (
    <div
      className={styles.tube}
      role="row"
      aria-selected={isSelected}
      tabIndex={isCurrent ? 0 : -1}
      data-tube={sample.id}
      onFocus={() => onFocus(sample.id)}
      onClick={(event) => event.target instanceof Element && !event.target.closest('a,button') && onToggle(sample.id)}
      onKeyDown={onKeyDown}
    >
      <span role="gridcell" className={`in-row ${styles.tubeWhat}`}>
        <Box size={20} stroke={1.5} aria-hidden />
        <span className={styles.tubeLines}>
          <Cap colour={sample.colour} name={sample.container_name} />
          <span className="small t3">
            {[sample.specimen_name, sample.volume && t('{{n}} ml', { n: sample.volume })].filter(Boolean).join(' · ')}
          </span>
        </span>
      </span>
      <span role="gridcell" className={styles.tubeLines}>
        <span className="strong clip" title={sample.tests.join(', ')}>
          {sample.tests.join(', ')}
        </span>
        {sample.instructions !== '' && <span className="small t3">{sample.instructions}</span>}
        {sample.note !== '' && <span className="small t2">{sample.note}</span>}
      </span>
      <span role="gridcell" className={styles.tubeLines}>
        <b className="num">{sample.patient_sample_code}</b>
        {sample.labels_printed === 0 ? (
          sample.state === 'to collect' && <span className="small t3">{t('no label yet')}</span>
        ) : (
          <span className="small t3">{t('label printed')}</span>
        )}
      </span>
      <span role="gridcell">
        <State of={sample} />
      </span>
      <span role="gridcell" className={`${styles.tubeDeeds} no-print`}>
        <Next of={sample} />
        <More of={sample} onReject={onReject} />
      </span>
    </div>
  )
}

/** That the request says the patient has eaten nothing. */
export const FastingMark = ({ samples }: { samples: readonly SampleRow[] }) =>
  samples.some(({ is_fasting }) => is_fasting) && (
    <Status chip tone="waiting" icon={IconToolsKitchen2Off}>
      {t('Fasting')}
    </Status>
  )
