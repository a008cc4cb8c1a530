import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { t } from '#web/i18n.ts'
import { quantityWords } from './direction-words.ts'
import { remainingOf } from './drug-amounts.ts'
import { quantityText } from './line-input.ts'
import type { Dispensing } from './use-dispensing.ts'
import type { PrescribedDrug } from './prescription-types.ts'

/** How much of a line: at most what remains; null for what cannot be handed out. */
const portionOf = (typed: string, remaining: string): string | null => {
  const quantity = quantityText(typed)
  return quantity !== null && Number(quantity) <= Number(remaining) ? quantity : null
}

/** Hands out a line: all that remains in one press, or a part of it that is typed. */
export const DispenseActions = ({ drug, dispensing }: { drug: PrescribedDrug; dispensing: Dispensing }) => {
  const [part, setPart] = useState<string | null>(null)
  const remaining = remainingOf(drug)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const quantity = part === null ? null : portionOf(part, remaining)
    if (quantity === null) return
    setPart(null)
    dispensing.dispense(drug, quantity)
  }
  if (part === null)
    return (
      <div className="rx-line-actions no-print">
        <Button
          className="rx-button"
          loading={dispensing.isRunning}
          aria-label={`${t('Dispense {{n}}', { n: quantityWords(remaining, drug.unit) })}: ${drug.item_name}`}
          onClick={() => dispensing.dispense(drug)}
        >
          {t('Dispense {{n}}', { n: quantityWords(remaining, drug.unit) })}
        </Button>
        <Button className="rx-button" aria-label={`${t('A part…')} ${drug.item_name}`} onClick={() => setPart('')}>
          {t('A part…')}
        </Button>
      </div>
    )
  const isOdd = part.trim() !== '' && portionOf(part, remaining) === null
  return (
    <form className="rx-line-actions rx-part no-print" onSubmit={submit}>
      <TextInput
        aria-label={t('How much of {{item}}', { item: drug.item_name })}
        placeholder={t('of {{n}}', { n: quantityWords(remaining, drug.unit) })}
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        // Esc folds the box, not the drawer around it.
        data-mantine-stop-propagation="true"
        value={part}
        error={isOdd ? t('At most {{n}}', { n: quantityWords(remaining, drug.unit) }) : undefined}
        onChange={(event) => setPart(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          setPart(null)
        }}
      />
      <Button type="submit" disabled={portionOf(part, remaining) === null}>
        {t('Dispense')}
      </Button>
      <Button onClick={() => setPart(null)}>{t('Cancel')}</Button>
    </form>
  )
}
