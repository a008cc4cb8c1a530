import { IconCalendarX, IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { lazy, Suspense, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import type { SafetyWarning } from '#features/drugs/contract.ts'
import { otherQuantity, quantityWords, shortQuantity, unitName, wordsOf, writerOf } from '#features/prescriptions/web/drug-name.tsx'
import { LineWarnings, OverrideMarks } from '#features/prescriptions/web/warnings-panel.tsx'
import { money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Status } from '#web/ui/status.tsx'
import { takenWords } from './batch-labels.ts'
import { batchesFor, coveredQuantity, isOutOfOrder, offered, owedAfter, unitsOf, type TypedLine } from './counter-lines.ts'
import type { CounterLine, PreviewLine } from './counter-types.ts'
import type { Action } from './line-actions.ts'
import styles from './lines.module.css'

// A line can be handed out before its menu is there; the keys of the actions work without it.
const LineMenu = lazy(async () => ({ default: (await import('./line-menu.tsx')).LineMenu }))

interface Props {
  line: CounterLine
  typed: TypedLine
  preview: PreviewLine | undefined
  warnings: readonly SafetyWarning[]
  error: string | undefined
  onTyped: (by: (before: TypedLine) => TypedLine) => void
  onAction: (action: Action) => void
  onKey: (event: KeyboardEvent<HTMLInputElement>) => void
}

const Scanned = ({ is }: { is: boolean }) =>
  is ? (
    <span className={styles.tick} data-tone="done" title={t('Pack scanned')} role="img" aria-label={t('Pack scanned')}>
      <IconCircleCheckFilled size={22} aria-hidden />
    </span>
  ) : (
    <span className={`${styles.tick} t3`} title={t('Not scanned')}>
      <IconCircleDashed size={22} stroke={1.5} aria-hidden />
    </span>
  )

const Drug = ({ line, typed: { other } }: Pick<Props, 'line' | 'typed'>) => (
  <div className={`min-w-0 ${styles.drug}`}>
    <div className="row wrap">
      <b className="strong break-anywhere text-l">{other?.name ?? line.item_name}</b>
      {line.is_controlled && (
        <Status chip tone="attention">
          {t('Controlled')}
        </Status>
      )}
    </div>
    {other && <p className="small attention-text">{t('Instead of {item}: {reason}', { item: line.item_name, reason: other.reason })}</p>}
    <p className="t2">{[other?.directions || wordsOf(line), line.note].filter(Boolean).join(' · ')}</p>
    {line.is_till_request && (
      <p className="small t2">{t('Billed at the cashier by {who}, not prescribed', { who: line.prescribed_by_name })}</p>
    )}
    {line.written_by !== null && <p className="small t2">{t('Prescribed by {who}', { who: writerOf(line) })}</p>}
    {line.is_expired && <Status tone="attention">{t('This prescription is too old to be dispensed.')}</Status>}
  </div>
)

const Warnings = ({ line, warnings }: Pick<Props, 'line' | 'warnings'>) =>
  (warnings.length > 0 || line.overrides.length > 0) && (
    <div className={styles.warnings}>
      <LineWarnings warnings={warnings} />
      <OverrideMarks overrides={line.overrides} />
    </div>
  )

const Amounts = ({ line }: Pick<Props, 'line'>) => {
  const other = otherQuantity(line)
  return (
    <dl className={`grid gap-6 terms ${styles.amounts} num`}>
      <div>
        <dt>{t('Prescribed')}</dt>
        <dd>
          {number(shortQuantity(line.quantity))}
          {other !== null && <Status tone="attention">{t('Directions give {n}', { n: number(other) })}</Status>}
        </dd>
      </div>
      <div>
        <dt>{t('Dispensed')}</dt>
        <dd>{number(shortQuantity(line.quantity_dispensed))}</dd>
      </div>
      <div>
        <dt>{t('Left')}</dt>
        <dd>{number(line.units_left)}</dd>
      </div>
    </dl>
  )
}

const QuantityBox = ({ line, typed, error, onTyped, onKey }: Pick<Props, 'line' | 'typed' | 'error' | 'onTyped' | 'onKey'>) => {
  const units = unitsOf(line, typed)
  const { name, most, unit } = offered(line, typed)
  const covers = units ? coveredQuantity(typed, units) : undefined
  const owed = units === null ? 0 : owedAfter(line, typed, units)
  const isNumber = /^\d+$/.test(typed.units?.trim() ?? '')
  const none = isNumber ? t('At most {n}', { n: quantityWords(String(most), unit) }) : t('Enter a whole number.')
  const wrong = units === null ? none : error
  const about = `ct-about-${line.id}`
  return (
    <div className={`status-wraps ${styles.quantity}`}>
      <span className="gap-3 row">
        <input
          className="doc-cell r"
          data-quantity
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          aria-label={t('Dispense: {item}', { item: name })}
          aria-describedby={about}
          aria-invalid={wrong !== undefined || undefined}
          value={typed.units ?? String(units ?? '')}
          onFocus={(event) => event.currentTarget.select()}
          onChange={({ currentTarget: { value } }) => onTyped((before) => ({ ...before, units: value }))}
          onKeyDown={onKey}
        />
        <span className="t3">{unit && unitName(unit, units ?? 0)}</span>
      </span>
      <span id={about}>
        {wrong !== undefined && <span className="doc-wrong">{wrong}</span>}
        {covers !== undefined && <span className="small t2 num">{t('for {n} prescribed', { n: quantityWords(covers, line.unit) })}</span>}
        {owed > 0 && (
          <Status tone="attention">{units === 0 ? t('Not now, {n} owed', { n: number(owed) }) : t('{n} owed', { n: number(owed) })}</Status>
        )}
      </span>
    </div>
  )
}

/** The way to what the shelf does not have. */
const AskForGoods = () => {
  const { allowed } = useRights()
  if (!allowed('purchasing.request')) return null
  return (
    <Link className="link" to="/dashboard/inventory/requisitions/new">
      {t('Request stock')}
    </Link>
  )
}

const Batches = ({ line, typed, preview }: Pick<Props, 'line' | 'typed' | 'preview'>) => {
  const { on_hand, batches } = offered(line, typed)
  const units = unitsOf(line, typed) ?? 0
  if (on_hand === null) return <span className="t3">{t('Not kept in stock')}</span>
  const isNewer = preview?.units === units && preview.item === offered(line, typed).item
  const shelf = isNewer ? preview.batches : batches
  const taken = isNewer ? preview.batches : batchesFor(batches, units, typed.batches)
  const isOdd = typed.batches && isOutOfOrder(batches, batchesFor(batches, units, typed.batches))
  const tooSoon = taken.some(({ batch }) => shelf.find((one) => one.batch === batch)?.ends_too_soon)
  const missing = isNewer ? preview.missing : Math.max(0, units - on_hand)
  return (
    <div className={`break-anywhere status-wraps ${styles.batches} num`}>
      <span>{takenWords(shelf, taken) || t('Nothing')}</span>
      <span className="small t3">{t('{n} on the shelf', { n: number(on_hand) })}</span>
      {missing > 0 && <Status tone="attention">{t('{n} missing', { n: number(missing) })}</Status>}
      {on_hand < line.units_left && <AskForGoods />}
      {isOdd && <span className="small t2">{t('Not the first to expire: {reason}', { reason: typed.batch_reason ?? '' })}</span>}
      {tooSoon && (
        <Status tone="attention" icon={IconCalendarX}>
          {t('Expires before the course ends')}
        </Status>
      )}
    </div>
  )
}

const Price = ({ line, preview }: Pick<Props, 'line' | 'preview'>) => (
  <div className={`stack items-end ${styles.price}`}>
    <span className="num strong">{money(preview?.total_price) || '–'}</span>
    {line.is_paid ? <Status tone="done">{t('Paid')}</Status> : <Status tone="attention">{t('Not paid')}</Status>}
  </div>
)

/** One open line: drug and directions, how much goes over the counter and out of which batches, what it costs, what can be done. */
export const CounterRow = (props: Props) => (
  <li
    className={`grid items-start gap-2-6 divided ${styles.line}`}
    data-part="ct-line"
    data-line={props.line.id}
    data-scanned={props.typed.scanned !== undefined || undefined}
  >
    <Scanned is={props.typed.scanned !== undefined} />
    <Drug {...props} />
    <Amounts {...props} />
    <QuantityBox {...props} />
    <Batches {...props} />
    <Price {...props} />
    <Suspense fallback={<span className={styles.actions} />}>
      <LineMenu line={props.line} onAction={props.onAction} />
    </Suspense>
    <Warnings {...props} />
  </li>
)
