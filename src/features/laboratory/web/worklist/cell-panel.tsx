import { Button, Kbd } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getEntry } from '#features/laboratory/contract-results.ts'
import { query } from '#web/calls/api.ts'
import { ageOf, dateTime, dayOf, sex } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Loading } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { rangeText } from '../range-text.ts'
import { FlagMark } from '../lab-labels.tsx'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { toShown } from '../results/entry-rules.ts'
import type { ResultItem } from '../results/result-items.ts'
import { ResultMarks } from '../results/result-marks.tsx'
import { noRangeWord, originWord } from '../results/labels.ts'
import type { CellAt } from './work-grid.tsx'
import { useEffect, useState } from 'react'
import workStyles from './work.module.css'

/** The value once it has stayed the same for a while: what is passed over is not asked for. */
const useSettled = <T,>(value: T, afterMs = 180): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}

/** What is known of the tests of a visit: ranges and previous results. Asked for only where the cursor stays. */
export const useEntryOf = (process: number | undefined) => {
  const settled = useSettled(process ?? 0)
  return useQuery({ ...query(getEntry, { params: { process_id: settled } }), enabled: settled > 0 })
}

interface Props {
  at: CellAt
  item: ResultItem | undefined
  mayEnter: boolean
  onComment: () => void
}

const Line = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd className="num">{children}</dd>
  </>
)

/** The cell that the keyboard is at: what its result is held against, what was before, what was said. */
export const CellPanel = ({ at: { line, panel, cell }, item, mayEnter, onComment }: Props) => {
  const { row } = line
  const { data } = useEntryOf(row.process)
  const entry = data?.find(({ id }) => id === cell.id)
  const shown = entry && toShown(entry, item)
  const current = entry?.current
  const range = entry?.reference_range
  const rangeWords = current
    ? current.range_text || rangeText(current.low, current.high)
    : range && (range.text || rangeText(range.low, range.high))
  return (
    <aside className={`panel stack gap-5 pad-6 ${workStyles.side}`} aria-label={t('Selected test')}>
      <header>
        <h2>{panel.name}</h2>
        <span className="t3 num">{[row.patient_name, sex(row.gender), ageOf(row), row.patient_number].filter(Boolean).join(' · ')}</span>
      </header>
      {entry === undefined ? (
        <Loading rows={4} height={16} />
      ) : (
        <dl className="facts">
          <Line label={t('Result')}>
            <span className="row wrap">
              <b>{[item?.text ?? cell.result ?? '–', unitText(panel.unit)].filter(Boolean).join(' ')}</b>
              <FlagMark flag={shown?.flag} />
            </span>
          </Line>
          <Line label={t('Range')}>
            <span className="row wrap">
              {rangeWords || noRangeWord(entry.range_reason)}
              {current && <ResultMarks result={current} />}
              {!current && range?.confirmed_at === null && <Status tone="inactive">{t('Not confirmed')}</Status>}
            </span>
          </Line>
          <Line label={t('Previous')}>
            {entry.previous ? (
              <>
                {entry.previous.result} <span className="t3">{dayOf(entry.previous.observed_at)}</span>
                {entry.previous.origin === 'imported' && <span className="t3"> · {originWord('imported')}</span>}
              </>
            ) : (
              t('None')
            )}
          </Line>
          {shown?.delta && (
            <Line label={t('Change')}>
              <span className="row wrap">
                {shown.delta.difference} {shown.delta.percent !== null && `(${shown.delta.percent} %)`}
                {shown.isDeltaExceeded && <Status tone="attention">{t('Large change')}</Status>}
              </span>
            </Line>
          )}
          {current && (
            <Line label={originWord(current.origin)}>
              {[current.entered_by_name, dateTime(current.entered_at)].filter(Boolean).join(', ')}
            </Line>
          )}
          {(item?.comment ?? cell.comment) !== '' && <Line label={t('Comment')}>{item?.comment ?? cell.comment}</Line>}
        </dl>
      )}
      {row.note && <p className="t2">{row.note}</p>}
      <div className="row wrap">
        {mayEnter && (item?.text ?? cell.result ?? '') !== '' && cell.state !== 'approved' && (
          <Button
            leftSection={<IconMessage size={16} stroke={1.5} aria-hidden />}
            rightSection={<Kbd className="not-phone">Shift F2</Kbd>}
            onClick={onComment}
          >
            {t('Comment')}
          </Button>
        )}
        <Button component={Link} to={`/dashboard/laboratory/visits/${row.process}`} rightSection={<Kbd className="not-phone">Alt O</Kbd>}>
          {t('Open visit')}
        </Button>
      </div>
    </aside>
  )
}
