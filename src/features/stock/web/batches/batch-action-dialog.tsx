import { unitName } from '#features/directions/web/quantity-name.tsx'
import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { sumOf } from '#shared/money.ts'
import { messageOf } from '#web/calls/api.ts'
import { money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { refreshAfter } from '#web/calls/query-client.ts'
import { intentKey, type IntentKey } from '#web/calls/intent-key.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Note } from '#web/ui/status.tsx'
import { writeOffKinds } from '#features/stock/contract-moves.ts'
import { worthOf } from '../amounts.ts'
import { byStore, heldKey, readQuantity, sendAction, type BatchAction, type HeldBatch, type WriteOffKind } from './batch-action.ts'
import { ExpiryText } from '../expiry-text.tsx'
import { isExpired } from '../expiry-days.ts'
import { writeOffWord } from '../stock-labels.ts'
import { sayWritten } from '../use-undo-note.ts'
import styles from '../stock.module.css'

const LONGEST_REASON = 300

const words = (act: BatchAction) =>
  ({
    quarantine: {
      title: t('Move to quarantine'),
      does: t('It cannot be used until it is released.'),
      action: t('Quarantine'),
      done: (n: string) => t('In quarantine: {n}', { n }),
    },
    release: {
      title: t('Release from quarantine'),
      does: t('This stock can be used again immediately.'),
      action: t('Release'),
      done: (n: string) => t('Released: {n}', { n }),
    },
    'write-off': {
      title: t('Write off'),
      does: t('It is removed from stock permanently, at cost.'),
      action: t('Write off'),
      done: (n: string) => t('Written off: {n}', { n }),
    },
  })[act]

interface Props {
  action: BatchAction
  batches: readonly HeldBatch[]
  /** They were chosen already, all of them; otherwise a quantity chooses one here. */
  isChosen?: boolean
  onClose: () => void
}

const LineRow = ({
  held,
  value,
  isBroken,
  showStore,
  isFirst,
  onChange,
}: {
  held: HeldBatch
  value: string
  isBroken: boolean
  showStore: boolean
  isFirst: boolean
  onChange: (text: string) => void
}) => (
  <li className={`in-row gap-4 divided ${styles.actionLine}`}>
    <span className="stack grow">
      <span className="strong">{held.item_name}</span>
      <span className={`small t3 num flow ${styles.actionFacts}`}>
        <span>{held.lot ? t('Lot {lot}', { lot: held.lot }) : t('No lot')}</span>
        {held.expires_on && <ExpiryText day={held.expires_on} />}
        {showStore && <span>{held.store_name}</span>}
      </span>
    </span>
    <TextInput
      className={`inputs-end ${styles.actionQuantity}`}
      classNames={{ input: 'num' }}
      inputMode="numeric"
      autoComplete="off"
      maxLength={9}
      data-autofocus={isFirst || undefined}
      aria-label={t('Quantity of {item}', { item: held.item_name })}
      error={isBroken && t('1 to {n}', { n: number(held.quantity) })}
      value={value}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
    <span className={`small t3 num ${styles.actionOf}`}>
      {t('of {n} {unit}', { n: number(held.quantity), unit: unitName(held.unit, held.quantity) })}
    </span>
  </li>
)

const useActionForm = ({ action: act, batches, isChosen = true, onClose }: Props) => {
  const keys = useRef(new Map<number, IntentKey>())
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [done, setDone] = useState<readonly number[]>([])
  const [kind, setKind] = useState<WriteOffKind>(batches.every(({ expires_on }) => isExpired(expires_on)) ? 'expired' : 'damaged')
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const open = batches.filter(({ store }) => !done.includes(store))
  const lines = open.map((held) => {
    const text = typed[heldKey(held)] ?? (isChosen ? String(held.quantity) : '')
    const isLeftOut = !isChosen && text.trim() === ''
    return { held, text, isLeftOut, quantity: readQuantity(text, held.quantity) }
  })
  const hasLine = lines.some(({ quantity }) => quantity !== null)
  const keyOf = (store: number) => {
    const key = keys.current.get(store) ?? intentKey()
    keys.current.set(store, key)
    return key
  }
  const send = useMutation({
    mutationFn: async () => {
      const ready = lines.flatMap(({ held, quantity }) => (quantity === null ? [] : [{ held, quantity }]))
      const notes = []
      for (const [store, own] of byStore(ready)) {
        const key = keyOf(store)
        try {
          notes.push(await sendAction({ action: act, store, lines: own, kind, reason: reason.trim(), idempotencyKey: key.get() }))
        } catch (error) {
          key.settle(error)
          throw error
        }
        setDone((before) => [...before, store])
      }
      return notes
    },
    onSettled: (_, error) => refreshAfter(error),
    onSuccess: (notes) => {
      const isReversible = act === 'write-off' && notes.length === 1
      sayWritten(words(act).done(notes.map(({ number: name }) => name).join(', ')), isReversible ? notes[0]?.id : undefined)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    const isWhole = hasLine && lines.every(({ quantity, isLeftOut }) => quantity !== null || isLeftOut)
    if (reason.trim() !== '' && isWhole && !send.isPending) send.mutate()
  }
  const setQuantity = (held: HeldBatch, text: string) => setTyped((before) => ({ ...before, [heldKey(held)]: text }))
  return { lines, hasLine, kind, setKind, reason, setReason, isChecked, send, submit, setQuantity }
}

/** Quarantines, releases or writes off so much of the chosen batches: one note for each store. */
export const BatchActionDialog = (props: Props) => {
  const { action: act, batches, onClose } = props
  const { lines, hasLine, kind, setKind, reason, setReason, isChecked, send, submit, setQuantity } = useActionForm(props)
  const { title, does, action } = words(act)
  const hasStores = new Set(batches.map(({ store }) => store)).size > 1
  const worth = sumOf(lines.map(({ held, quantity }) => worthOf(quantity ?? 0, held.unit_cost)))
  return (
    <Modal opened onClose={onClose} size="lg" title={title} closeButtonProps={{ 'aria-label': t('Close') }}>
      <form noValidate onSubmit={submit} className="form-stack" aria-busy={send.isPending}>
        <div className="t2">
          {does} {!hasStores && batches[0] && <b>{batches[0].store_name}</b>}
        </div>
        {send.error && (
          <Note tone="critical" alert>
            {messageOf(send.error)}
          </Note>
        )}
        <ul className={`scroll ${styles.actionLines}`}>
          {lines.map(({ held, text, quantity, isLeftOut }, at) => (
            <LineRow
              key={heldKey(held)}
              held={held}
              value={text}
              isBroken={isChecked && quantity === null && !(isLeftOut && hasLine)}
              showStore={hasStores}
              isFirst={at === 0}
              onChange={(next) => setQuantity(held, next)}
            />
          ))}
        </ul>
        {act === 'write-off' && (
          <ChoiceField
            label={t('Reason')}
            data={writeOffKinds.map((value) => ({ value, label: writeOffWord(value) }))}
            value={kind}
            onChange={setKind}
          />
        )}
        <Textarea
          label={act === 'write-off' ? t('Details') : t('Reason')}
          required
          autosize
          minRows={2}
          maxLength={LONGEST_REASON}
          value={reason}
          error={isChecked && reason.trim() === '' && t('Enter a reason.')}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className="form-foot">
          <span className="t2 num grow">{t('Value: {amount}', { amount: money(worth) })}</span>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="filled" color={act === 'write-off' ? 'var(--k-critical)' : undefined} loading={send.isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
