import { Checkbox } from '@mantine/core'
import { memo } from 'react'
import { Link } from 'react-router'
import { ListedAllergies } from '#features/patients/web/listed-allergy-status.tsx'
import type { Flag } from '#features/laboratory/contract-fields.ts'
import { ageOf, minutes, number, sex } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Status as Tone } from '#web/look/tokens.ts'
import { Status } from '#web/ui/status.tsx'
import { FlagMark, flagTone, PriorityMark } from '../lab-labels.tsx'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { doubtOf, type Doubt, type Waiting } from '../results/approve-rules.ts'
import { ResultMarks } from '../results/result-marks.tsx'
import { doubtWord } from '../results/labels.ts'
import type { WorkCell, WorkPanel } from '../results/work-types.ts'
import approveStyles from './approve.module.css'
import resultsStyles from '../results/results.module.css'

const tones: Record<Doubt, Tone> = {
  critical: 'critical',
  remark: 'attention',
  no_range: 'attention',
  delta: 'attention',
  abnormal: 'attention',
  analyser: 'waiting',
  unknown: 'inactive',
}
const MOST_SHOWN = 8

interface Props {
  waiting: Waiting
  panels: ReadonlyMap<number, WorkPanel>
  isSelected: boolean
  isTabStop: boolean
  waited: number
  onToggle: (key: string) => void
  onFocus: (key: string) => void
}

const Value = ({ cell, panel }: { cell: WorkCell; panel: WorkPanel | undefined }) => (
  <span className={`break-anywhere ${approveStyles.value} num`} data-tone={flagTone(cell.flag as Flag | null)}>
    <span className="t2" title={panel?.name}>
      {panel?.code}
    </span>{' '}
    <b className={`strong ${resultsStyles.resultValue}`}>{cell.result}</b> <span className="small t3">{unitText(cell.unit)}</span>{' '}
    <FlagMark flag={cell.flag as Flag | null} />
    {cell.is_delta_exceeded && <Status tone="attention">{t('Large change')}</Status>}
    <ResultMarks result={cell} />
  </span>
)

/** A sample that waits for approval: what is not ordinary of it in full, the rest in short. */
export const ApproveLine = memo(({ waiting, panels, isSelected, isTabStop, waited, onToggle, onFocus }: Props) => {
  const { row, cells, doubts, isOwn } = waiting
  const doubtful = cells.filter((cell) => doubtOf(cell) !== null)
  const ordinary = cells.filter((cell) => doubtOf(cell) === null)
  const shown = [...doubtful, ...ordinary].slice(0, Math.max(MOST_SHOWN, doubtful.length))
  const left = cells.length - shown.length
  return (
    <div
      role="row"
      className={`grid gap-4-6 divided hovers focus-inside items-centre pad-3-6 ${approveStyles.line}`}
      data-key={row.key}
      data-own={isOwn || undefined}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={(event) => event.target === event.currentTarget && onFocus(row.key)}
    >
      <span role="gridcell">
        <Checkbox
          tabIndex={-1}
          aria-label={t('Select {name}', { name: row.patient_name })}
          checked={isSelected}
          disabled={isOwn}
          onChange={() => onToggle(row.key)}
        />
      </span>
      <span role="gridcell" className={`stack min-w-0 ${approveStyles.who}`}>
        <span className="row wrap">
          <Link className="link strong" tabIndex={-1} to={`/dashboard/laboratory/visits/${row.process}`}>
            {row.patient_name}
          </Link>
          <PriorityMark priority={row.priority} />
        </span>
        <span className="small t3 num">
          {[row.sample_code, row.specimen_name, sex(row.gender), ageOf(row)].filter(Boolean).join(' · ')} ·{' '}
          <span className="nowrap">{minutes(waited)}</span>
        </span>
        <ListedAllergies patient={row.patient} />
        {isOwn && <span className="small t2">{t('Entered by you: another user must approve it.')}</span>}
      </span>
      <span role="gridcell" className={`in-row min-w-0 wrap ${approveStyles.values}`}>
        {shown.map((cell) => (
          <Value key={cell.id} cell={cell} panel={panels.get(cell.test_panel)} />
        ))}
        {left > 0 && <span className="t3">{t('and {n} more, all normal', { n: number(left) })}</span>}
      </span>
      <span role="gridcell" className={`stack items-start gap-1 ${approveStyles.why}`}>
        {doubts.map((doubt) => (
          <Status key={doubt} tone={tones[doubt]}>
            {doubtWord(doubt)}
          </Status>
        ))}
      </span>
    </div>
  )
})
ApproveLine.displayName = 'ApproveLine'
