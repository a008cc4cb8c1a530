import { ActionIcon, Button, Kbd, Menu } from '@mantine/core'
import { IconAlertTriangle, IconDotsVertical, IconPhone, IconRobot } from '@tabler/icons-react'
import { memo } from 'react'
import { ago, dateTime, dayOf, time } from '#web/text/format.ts'
import { withSign } from '#web/text/with-sign.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { rangeText } from '../range-text.ts'
import type { CriticalCall } from '../lab-types.ts'
import { FlagMark, flagTone, PanelStateMark } from '../lab-labels.tsx'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { hindranceOf, itemRowOf, toShown, type Hindrance, type Shown } from '../results/entry-rules.ts'
import type { Step } from '../worklist/grid-moves.ts'
import { ResultBox } from '../results/result-box.tsx'
import type { ResultItem } from '../results/result-items.ts'
import { InstrumentRemark } from '../results/result-marks.tsx'
import { noRangeWord, originWord } from '../results/labels.ts'
import type { EntryRow } from '../results/work-types.ts'
import styles from '../results/results.module.css'

export interface EntryRights {
  mayEnter: boolean
  mayAmend: boolean
}
export interface EntryActions {
  type: (row: EntryRow, text: string) => void
  done: (row: EntryRow, text: string) => void
  drop: (row: EntryRow) => void
  comment: (row: EntryRow) => void
  amend: (row: EntryRow) => void
  withdraw: (row: EntryRow) => void
  history: (row: EntryRow) => void
  call: (row: EntryRow) => void
  step: (from: HTMLElement | null, step: Step) => void
}

const hindrances: Record<Hindrance, () => string> = {
  calculated: () => t('Calculated from other results'),
  approved: () => t('Approved'),
  cancelled: () => t('Cancelled'),
  'to collect': () => t('Sample not collected yet'),
  rejected: () => t('Sample rejected'),
}
const COLUMNS = 9

const Change = ({ shown: { delta, isDeltaExceeded } }: { shown: Shown }) => {
  if (!delta) return null
  const text = delta.percent === null ? withSign(delta.difference) : `${withSign(delta.percent)} %`
  return isDeltaExceeded ? (
    <Status tone="attention" icon={IconAlertTriangle}>
      <span title={t('Unusually large change: check the result')}>{text}</span>
    </Status>
  ) : (
    <span className="t3 num">{text}</span>
  )
}

const nameOf = ({ row, where }: Pick<Props, 'row' | 'where'>) => [row.test_panel_name, where].filter(Boolean).join(', ')

const More = ({ row, where, actions, mayEnter, mayAmend }: Pick<Props, 'row' | 'where' | 'actions'> & EntryRights) => {
  const hasResult = row.current !== null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('More for {test}', { test: nameOf({ row, where }) })}>
          <IconDotsVertical size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayEnter && row.state === 'entered' && <Menu.Item onClick={() => actions.comment(row)}>{t('Comment')}</Menu.Item>}
        {mayAmend && row.state === 'approved' && (
          <>
            <Menu.Item onClick={() => actions.amend(row)}>{t('Amend result')}</Menu.Item>
            <Menu.Item onClick={() => actions.withdraw(row)}>{t('Withdraw result')}</Menu.Item>
          </>
        )}
        <Menu.Item disabled={!hasResult && row.state === 'requested'} onClick={() => actions.history(row)}>
          {t('History')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface Props extends EntryRights {
  row: EntryRow
  /** The sample, and whatever else tells the same test of another request from this. */
  where: string
  item: ResultItem | undefined
  call: CriticalCall | undefined
  actions: EntryActions
}

const Result = ({ row, where, item, shown, actions, mayEnter }: Omit<Props, 'call' | 'mayAmend'> & { shown: Shown }) => {
  const hindrance = hindranceOf(row)
  const tone = flagTone(shown.flag)
  const why = item?.why ?? null
  const id = `why-${row.id}`
  if (hindrance !== null || !mayEnter)
    return (
      <td className={styles.entryResult} data-tone={tone}>
        {shown.text === '' ? (
          <span className="small t3">{hindrance ? hindrances[hindrance]() : t('No result yet')}</span>
        ) : (
          <span className={`strong ${styles.resultValue}${row.current?.value === null ? '' : ' num'}`}>{shown.text}</span>
        )}
      </td>
    )
  return (
    <td className={styles.entryResult} data-tone={tone}>
      <ResultBox
        label={t('Result of {test}', { test: nameOf({ row, where }) })}
        panel={row.panel}
        text={shown.text}
        isFormField
        isWrong={why !== null}
        describedBy={why === null ? undefined : id}
        place={String(row.id)}
        onType={(text) => actions.type(row, text)}
        onStep={(step, text) => {
          actions.done(row, text)
          actions.step(document.querySelector(`[data-place="${row.id}"]`), step)
        }}
        onLeave={(text) => actions.done(row, text)}
        onEscape={() => actions.drop(row)}
      />
      {why !== null && (
        <span id={id} role="alert" className="block small critical-text text-wraps">
          {why}
        </span>
      )}
    </td>
  )
}

const State = ({ row, item }: Pick<Props, 'row' | 'item'>) => {
  if (item?.isSent) return <Status tone="waiting">{t('Saving')}</Status>
  if (item) return <Status tone="attention">{item.why === null ? t('Not saved yet') : t('Not saved')}</Status>
  // An empty box says it: only what has happened to a test needs a word.
  return row.state === 'requested' ? null : <PanelStateMark state={row.state} />
}

const Name = ({ row }: { row: EntryRow }) => (
  <th scope="row">
    {row.test_panel_name} <span className="t3 small">{row.test_code}</span>
    {row.current?.origin === 'analyser' && (
      <span className="t2 block small text-wraps regular">
        <IconRobot size={12} stroke={1.75} aria-hidden /> {originWord('analyser')}
      </span>
    )}
    {row.current && <InstrumentRemark result={row.current} />}
    {row.current?.comment && <span className="t2 block small text-wraps regular">{row.current.comment}</span>}
    {row.current?.is_amendment && (
      <span className="t2 block small text-wraps regular">{t('Amended: {reason}', { reason: row.current.amend_reason ?? '' })}</span>
    )}
  </th>
)

const Range = ({ row }: { row: EntryRow }) => {
  const { current, reference_range: now } = row
  const text = current ? current.range_text || rangeText(current.low, current.high) : now && (now.text || rangeText(now.low, now.high))
  const isNumber = row.kind === 'quantitative' || row.kind === 'calculated'
  const hasRange = !isNumber || (current ? current.has_range : Boolean(text))
  const isConfirmed = current ? current.is_range_confirmed : now && now.confirmed_at !== null
  return (
    <td className={`r t2 ${styles.entryRange}`}>
      <span>
        {text} <span className="only-phone">{unitText(current?.unit ?? row.panel.unit)}</span>
      </span>
      {!hasRange && (
        <span title={noRangeWord(row.range_reason)}>
          <Status tone="attention" whole>
            {t('No range for this patient')}
          </Status>
        </span>
      )}
      {hasRange && isConfirmed === false && (
        <Status tone="inactive" whole>
          {t('Not confirmed')}
        </Status>
      )}
    </td>
  )
}

const CallLine = ({ call, onCall }: { call: CriticalCall; onCall: () => void }) => (
  <tr className={styles.entryCall}>
    <td colSpan={COLUMNS}>
      <span className="row wrap">
        <Status tone="critical" icon={IconPhone}>
          <span title={dateTime(call.opened_at)}>{t('Not notified yet ({ago})', { ago: ago(call.opened_at) })}</span>
        </Status>
        <span className="t2 grow">
          {call.doctor_name && t('Notify {name} and have the value read back.', { name: call.doctor_name })}
          {call.tries.length > 0 &&
            ` ${t('Last attempt: {name}, {time}', { name: call.tries.at(-1)!.called_to, time: time(call.tries.at(-1)!.called_at) })}`}
        </span>
        <Button onClick={onCall} rightSection={<Kbd className="not-phone">F8</Kbd>}>
          {t('Record call')}
        </Button>
      </span>
    </td>
  </tr>
)

/** One test of a visit: its box, what it is held against, what was before. */
export const EntryLine = memo(({ row, where, item, call, actions, mayEnter, mayAmend }: Props) => {
  const shown = toShown(row, item)
  const { previous } = row
  return (
    <>
      <tr data-row={itemRowOf(row)}>
        <Name row={row} />
        <Result row={row} where={where} item={item} shown={shown} actions={actions} mayEnter={mayEnter} />
        <td className="t2 not-phone">{unitText(row.current?.unit ?? row.panel.unit)}</td>
        <td className={styles.entryFlag}>
          <FlagMark flag={shown.flag} />
          {shown.flag === 'normal' && <Status tone="done">{t('Normal')}</Status>}
        </td>
        <Range row={row} />
        <td className={`r not-phone ${styles.entryPrevious}`} title={previous ? dateTime(previous.observed_at) : undefined}>
          {previous && (
            <>
              {previous.result} <span className="small t3">{dayOf(previous.observed_at)}</span>
              {previous.origin === 'imported' && <span className="small t3"> · {originWord('imported')}</span>}
            </>
          )}
        </td>
        <td className="r not-phone">
          <Change shown={shown} />
        </td>
        <td className="not-phone">
          <State row={row} item={item} />
        </td>
        <td>
          <More row={row} where={where} actions={actions} mayEnter={mayEnter} mayAmend={mayAmend} />
        </td>
      </tr>
      {call && <CallLine call={call} onCall={() => actions.call(row)} />}
    </>
  )
})
EntryLine.displayName = 'EntryLine'
