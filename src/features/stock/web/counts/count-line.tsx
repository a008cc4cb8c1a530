import { ActionIcon, TextInput } from '@mantine/core'
import { IconLockPause, IconMessage, IconMessageCheck } from '@tabler/icons-react'
import { memo, type KeyboardEvent } from 'react'
import { askReason } from '#web/messages/dialogs.ts'
import { date, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { signed } from '../amounts.ts'
import { ExpiryText } from '../expiry-text.tsx'
import type { Line } from './sheet-rows.ts'
import type { Typed } from './use-sheet.ts'
import countsStyles from './counts.module.css'

/** What a line can do; the same object for all of them and at all times, so that typing into one draws no other anew. */
export interface LineHands {
  type: (line: Line, part: Typed) => void
  /** False when it cannot be saved. */
  save: (line: Line) => boolean
  explain: (line: Line, reason: string) => void
  /** Goes to the box of another line. */
  go: (to: number) => void
}
interface Props {
  line: Line
  /** Its place among the lines that are shown. */
  at: number
  /** What was typed and is not saved yet. */
  typed: Typed | undefined
  isOff: boolean
  mayCount: boolean
  isBlind: boolean
  hands: LineHands
}

const STEPS: Record<string, number> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }

/** A line in words: its item and its lot. */
export const lineName = ({ item_name, lot }: Line) => (lot ? t('{item}, lot {lot}', { item: item_name, lot }) : item_name)

const CountBox = ({ line, at, typed: { counted, why } = {}, hands }: Props) => {
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (hands.save(line)) hands.go(at + step)
  }
  return (
    <TextInput
      className={`inputs-end ${countsStyles.box}`}
      classNames={{ input: 'num' }}
      aria-label={t('Counted: {name}', { name: lineName(line) })}
      data-count={at}
      // Where the page itself is only now shown, the cursor begins at the first of these.
      data-autofocus={line.counted === null || undefined}
      inputMode="numeric"
      autoComplete="off"
      maxLength={9}
      error={why !== undefined}
      title={why}
      value={counted ?? (line.counted === null ? '' : String(line.counted))}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => hands.type(line, { counted: event.currentTarget.value })}
      onKeyDown={onKeyDown}
      onBlur={() => hands.save(line)}
    />
  )
}

/** On paper and wide screens a box; where there is no room a button that asks. */
const ReasonBox = ({ line, typed, hands }: Props) => {
  const reason = typed?.reason ?? line.reason
  return (
    <TextInput
      className={`${countsStyles.reason} not-phone`}
      aria-label={t('Reason: {name}', { name: lineName(line) })}
      placeholder={t('Reason for variance')}
      autoComplete="off"
      maxLength={300}
      error={reason.trim() === ''}
      value={reason}
      onChange={(event) => hands.type(line, { reason: event.currentTarget.value })}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
      onBlur={() => hands.save(line)}
    />
  )
}

const ReasonButton = ({ line, typed, hands }: Props) => {
  const reason = typed?.reason ?? line.reason
  const Sign = reason ? IconMessageCheck : IconMessage
  const open = async () => {
    const message = await askReason({ title: lineName(line), label: t('Reason for variance'), action: t('Save') })
    if (message !== null) hands.explain(line, message)
  }
  return (
    <ActionIcon
      className={`only-phone ${countsStyles.ask}`}
      variant="subtle"
      data-missing={reason === '' || undefined}
      aria-label={t('Reason: {name}', { name: lineName(line) })}
      onClick={() => void open()}
    >
      <Sign size={20} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}

const Variance = ({ line: { variance } }: { line: Line }) => {
  if (variance === null) return <span className="t3">–</span>
  return variance === 0 ? <span className="t3">0</span> : <span className="attention-text strong">{signed(variance)}</span>
}

/** A batch of the sheet: type what is there, Enter goes on. */
export const CountLine = memo((props: Props) => {
  const { line, typed, isOff, mayCount, isBlind } = props
  const why = typed?.why
  const facts = [line.lot || t('No lot'), line.expires_on && date(line.expires_on)].filter(Boolean).join(' · ')
  return (
    <>
      <th scope="row" className="names">
        <span className={`flex items-baseline min-w-0 gap-4 phone-column phone-stretch ${countsStyles.item}`}>
          <span className="wrap-text strong flex-auto">{line.item_name}</span>
          <span className="clip small t3 not-phone flex-auto min-w-0 phone-rigid">
            {[line.item_code, line.unit].filter(Boolean).join(' · ')}
          </span>
          <span className="clip small t2 only-phone num flex-auto min-w-0 phone-rigid">
            {line.state === 'quarantined' && <IconLockPause size={12} aria-hidden />} {facts}
          </span>
        </span>
      </th>
      <td className="not-phone">
        <span className="row num">
          <span className="clip" title={line.lot}>
            {line.lot || '–'}
          </span>
          {line.state === 'quarantined' && (
            <IconLockPause size={14} stroke={1.75} className={`rigid ${countsStyles.held}`} aria-label={t('In quarantine')} role="img" />
          )}
        </span>
      </td>
      <td className="not-phone">
        <ExpiryText day={line.expires_on} />
      </td>
      {!isBlind && <td className="r not-phone">{line.expected === null ? '' : number(line.expected)}</td>}
      <td className="r">
        {mayCount ? <CountBox {...props} /> : line.counted === null ? <span className="t3">–</span> : number(line.counted)}
      </td>
      {!isBlind && (
        <td className="r">
          <span className="row justify-end gap-2">
            <Variance line={line} />
            {isOff && mayCount && <ReasonButton {...props} />}
          </span>
        </td>
      )}
      <td className={isBlind && isOff && mayCount ? '' : 'not-phone'}>
        {why !== undefined && (
          <span className="block critical-text clip" role="alert" title={why}>
            {why}
          </span>
        )}
        {why === undefined && isOff && mayCount && (
          <>
            <ReasonBox {...props} />
            {isBlind && <ReasonButton {...props} />}
          </>
        )}
        {why === undefined && !(isOff && mayCount) && (
          <span className="t2 clip" title={line.reason}>
            {line.reason}
          </span>
        )}
      </td>
      <td className={`${countsStyles.wide} not-phone`}>
        <span className="t3 clip" title={line.counted_by_name ?? undefined}>
          {line.counted_by_name}
        </span>
      </td>
    </>
  )
})
CountLine.displayName = 'CountLine'
