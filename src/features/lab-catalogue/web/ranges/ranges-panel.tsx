import { ActionIcon, Button, Switch, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCalendarOff, IconCheck, IconCopy, IconPencil, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { hasReference, unitText } from '#features/lab-catalogue/rules.ts'
import { confirmRanges, createRange, listRanges, type SentRange as ReferenceRange } from '#features/lab-catalogue/contract-ranges.ts'
import type { Panel } from '#features/lab-catalogue/contract.ts'
import { call, query } from '#web/calls/api.ts'
import { useAction } from '#web/calls/use-action.ts'
import { date, number, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { hasNumber } from '../labels.ts'
import { RangeBar } from './range-bar.tsx'
import { rangeGaps } from './range-gaps.ts'
import { agesText, criticalText, gapText, limitsText, whoText } from './range-labels.ts'
import styles from '../lab-catalogue.module.css'

const RangeDialog = lazy(async () => ({ default: (await import('./range-dialog.tsx')).RangeDialog }))
const EndDialog = lazy(async () => ({ default: (await import('./end-dialog.tsx')).EndDialog }))

/** Confirms those that nobody has confirmed yet, all of the test at once. */
const ConfirmAll = ({ panel, ranges }: { panel: Panel; ranges: readonly ReferenceRange[] }) => {
  const { run, isRunning } = useAction()
  const open = ranges.filter(({ confirmed_at }) => confirmed_at === null)
  if (open.length === 0) return null
  const confirm = () =>
    run(
      () => call(confirmRanges, { params: { id: panel.id }, body: { ranges: open.map(({ id, version }) => ({ id, version })) } }),
      t('{count, plural, one {{n} range of {test} confirmed.} other {{n} ranges of {test} confirmed.}}', {
        n: number(open.length),
        count: open.length,
        test: panel.name,
      }),
    )
  return (
    <Button leftSection={<IconCheck size={16} aria-hidden />} loading={isRunning} onClick={confirm}>
      {t('{count, plural, one {Confirm {n} range} other {Confirm {n} ranges}}', { n: number(open.length), count: open.length })}
    </Button>
  )
}

type Action = { kind: 'add' } | { kind: 'copy' | 'change' | 'end'; range: ReferenceRange }

const validText = ({ valid_from, valid_until }: ReferenceRange): string =>
  valid_until === null
    ? t('since {day}', { day: date(valid_from) })
    : t('{from} to {to}', { from: date(valid_from), to: date(valid_until) })

const Actions = ({ range, onAction }: { range: ReferenceRange; onAction: (action: Action) => void }) => {
  const actions = [
    { kind: 'change', word: t('Change'), Sign: IconPencil },
    { kind: 'copy', word: t('Copy to new range'), Sign: IconCopy },
    { kind: 'end', word: t('End'), Sign: IconCalendarOff },
  ] as const
  return (
    <span className={`gap-2 inline-flex ${styles.actions}`}>
      {actions.map(({ kind, word, Sign }) => (
        <Tooltip key={kind} label={word}>
          <ActionIcon
            aria-label={`${word}: ${whoText(range)}, ${agesText(range.age_from_days, range.age_to_days)}`}
            onClick={() => onAction({ kind, range })}
          >
            <Sign size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </span>
  )
}

interface RowProps {
  range: ReferenceRange
  isNumber: boolean
  onAction: ((action: Action) => void) | undefined
}
const Row = ({ range, isNumber, onAction }: RowProps) => (
  <tr>
    <th scope="row" className="strong">
      {whoText(range)}
      <span className="only-phone small t3">{agesText(range.age_from_days, range.age_to_days)}</span>
    </th>
    <td className="not-phone">{agesText(range.age_from_days, range.age_to_days)}</td>
    <td className="r strong" title={range.text}>
      {limitsText(range.low, range.high) || range.text || <span className="t3">{t('No reference')}</span>}
    </td>
    {isNumber && (
      <>
        <td className="r not-phone">{criticalText(range.low_critical, range.high_critical) || <span className="t3">–</span>}</td>
        <td className="r not-phone">{limitsText(range.low_valid, range.high_valid) || <span className="t3">–</span>}</td>
        <td className="not-phone">
          <RangeBar limits={range} />
        </td>
      </>
    )}
    <td className={`t2 text-wraps ${styles.source}`}>
      {range.confirmed_at === null ? (
        <Status tone="attention" whole>
          {t('Not confirmed')}
        </Status>
      ) : (
        <Status tone="done" whole>
          {t('Confirmed by {name}, {day}', { name: range.confirmed_by_name ?? '', day: date(range.confirmed_at) })}
        </Status>
      )}
      <span className="small not-phone">{range.source || t('No source given')}</span>
    </td>
    <td className="not-phone t2">{validText(range)}</td>
    {onAction && (
      <td className="r">
        <Actions range={range} onAction={onAction} />
      </td>
    )}
  </tr>
)

const Table = ({ panel, ranges, onAction }: { panel: Panel; ranges: readonly ReferenceRange[]; onAction: RowProps['onAction'] }) => {
  const isNumber = hasNumber(panel.kind)
  return (
    <table className="k-table num" aria-label={t('Reference ranges')}>
      <thead>
        <tr>
          <th scope="col">{t('Applies to')}</th>
          <th scope="col" className="not-phone">
            {t('Age')}
          </th>
          <th scope="col" className="r">
            {isNumber ? [t('Normal'), unitText(panel.unit)].filter(Boolean).join(', ') : t('Normal')}
          </th>
          {isNumber && (
            <>
              <th scope="col" className="r not-phone">
                {t('Critical')}
              </th>
              <th scope="col" className="r not-phone">
                {t('Plausible')}
              </th>
              <th scope="col" className="not-phone" style={{ width: 144 }}>
                {t('Chart')}
              </th>
            </>
          )}
          <th scope="col">{t('Source')}</th>
          <th scope="col" className="not-phone" style={{ width: 148 }}>
            {t('Valid')}
          </th>
          {onAction && (
            <th scope="col" className="r" style={{ width: 128 }}>
              {t('Actions')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {ranges.map((range) => (
          <Row key={range.id} range={range} isNumber={isNumber} onAction={onAction} />
        ))}
      </tbody>
    </table>
  )
}

const Gaps = ({ ranges, day }: { ranges: readonly ReferenceRange[]; day: string }) => {
  const gaps = rangeGaps(ranges.filter(hasReference), day)
  if (gaps.length === 0) return null
  return (
    <div className="pad-5-6 line-bottom">
      <Note tone="attention">
        {t('No range for: {who}. Their results are marked and must be approved individually.', { who: gaps.map(gapText).join('; ') })}
      </Note>
    </div>
  )
}

/** What the results of a test are held against: by sex, age, pregnancy and day; who has no range is pointed out. */
export const RangesPanel = ({ panel }: { panel: Panel }) => {
  const { can } = useRights()
  const asked = useQuery(query(listRanges, { params: { id: panel.id }, query: {} }))
  const [action, setAction] = useState<Action | null>(null)
  const [withPast, setWithPast] = useState(false)
  const day = today()
  const mayChange = can(createRange)
  const isNow = ({ valid_until }: ReferenceRange) => valid_until === null || valid_until > day
  const hasPast = asked.data?.some((range) => !isNow(range)) ?? false
  const add = mayChange && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAction({ kind: 'add' })}>
      {t('Add range')}
    </Button>
  )
  const close = () => setAction(null)
  return (
    <section className={`panel row-heads no-last-line ${styles.ranges}`} aria-label={t('Reference ranges')}>
      <div className="panel-head">
        <h2 className="grow">{t('Reference ranges')}</h2>
        {hasPast && (
          <Switch label={t('Include past ranges')} checked={withPast} onChange={(event) => setWithPast(event.currentTarget.checked)} />
        )}
        {mayChange && asked.data && <ConfirmAll panel={panel} ranges={asked.data.filter(isNow)} />}
        {add}
      </div>
      <FourStates
        query={asked}
        loading={<Loading rows={3} height={28} />}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty title={t('No reference ranges yet')} action={add}>
            {t('Without one, results of this test are marked and must be approved individually.')}
          </Empty>
        }
      >
        {(all) => (
          <>
            <Gaps ranges={all} day={day} />
            <Table panel={panel} ranges={withPast ? all : all.filter(isNow)} onAction={mayChange ? setAction : undefined} />
          </>
        )}
      </FourStates>
      <Suspense>
        {action?.kind === 'end' && <EndDialog range={action.range} onClose={close} />}
        {action && action.kind !== 'end' && (
          <RangeDialog
            panel={panel}
            from={action.kind === 'add' ? null : action.range}
            isChange={action.kind === 'change'}
            onClose={close}
          />
        )}
      </Suspense>
    </section>
  )
}
