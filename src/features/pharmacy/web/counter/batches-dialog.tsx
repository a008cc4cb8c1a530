import { Button, Modal } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { quantityWords } from '#features/prescriptions/web/drug-name.tsx'
import { countOrNone } from '#features/stock/web/lines-field.tsx'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { batchName } from './batch-labels.ts'
import { batchesFor, isOutOfOrder, offered, unitsOf, type Taken, type TypedLine } from './counter-lines.ts'
import type { CounterLine } from './counter-types.ts'
import { ReasonBox } from './reason-box.tsx'
import styles from './dialogs.module.css'

const commonReasons = () => [t('Pack in hand'), t('The first pack is damaged'), t('One lot for the whole course')]

interface Props {
  line: CounterLine
  typed: TypedLine
  onChoose: (units: number, batches: Taken[], reason: string) => void
  onClose: () => void
}

/** Out of which batches a line comes; others than those that expire first need a reason. */
export const BatchesDialog = ({ line, typed, onChoose, onClose }: Props) => {
  const { batches: shelf, name, unit, most } = offered(line, typed)
  const proposed = batchesFor(shelf, unitsOf(line, typed) ?? 0, typed.batches)
  const [texts, setTexts] = useState<Record<number, string>>(() =>
    Object.fromEntries(proposed.map(({ batch, units }) => [batch, String(units)])),
  )
  const [reason, setReason] = useState(typed.batch_reason ?? '')
  const rows = shelf.map((row) => {
    const units = countOrNone(texts[row.batch] ?? '') ?? Number.NaN
    return { ...row, units, isWrong: !(units <= row.quantity) }
  })
  const taken = rows.flatMap(({ batch, units }) => (units > 0 ? [{ batch, units }] : []))
  const sum = taken.reduce((all, { units }) => all + units, 0)
  const isOdd = isOutOfOrder(shelf, taken)
  const isReady = sum > 0 && sum <= most && rows.every(({ isWrong }) => !isWrong) && (!isOdd || reason.trim() !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) onChoose(sum, taken, isOdd ? reason.trim() : '')
  }
  return (
    <Modal opened onClose={onClose} title={t('Batches of {item}', { item: name })} closeButtonProps={{ 'aria-label': t('Close') }}>
      <form className="form-stack" onSubmit={submit}>
        <ul className="lined">
          {rows.map(({ batch, quantity, ends_too_soon, isWrong, ...row }, at) => (
            <li className="in-row gap-5 pad-3-0" key={batch}>
              <span className="grow num">
                <b>{batchName(row)}</b> <span className="small t3">{t('{n} on the shelf', { n: number(quantity) })}</span>{' '}
                {ends_too_soon && <Status tone="attention">{t('Expires before the course ends')}</Status>}
              </span>
              <input
                className={`doc-cell r ${styles.units}`}
                data-autofocus={at === 0 || undefined}
                inputMode="numeric"
                autoComplete="off"
                maxLength={6}
                aria-label={t('From {batch}', { batch: batchName(row) })}
                aria-invalid={isWrong || undefined}
                value={texts[batch] ?? ''}
                onFocus={(event) => event.currentTarget.select()}
                onChange={({ currentTarget: { value } }) => setTexts((before) => ({ ...before, [batch]: value }))}
              />
            </li>
          ))}
        </ul>
        <p className="text-end strong num" role="status">
          {sum > most
            ? t('At most {n}', { n: quantityWords(String(most), unit) })
            : t('Total {n}', { n: quantityWords(String(sum), unit) })}
        </p>
        {isOdd && <ReasonBox label={t('Why not the first to expire?')} value={reason} onChange={setReason} common={commonReasons()} />}
        <div className="form-foot">
          <span className="grow" />
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="filled" disabled={!isReady}>
            {t('Use these')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
