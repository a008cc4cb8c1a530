import { Button, Modal, TextInput } from '@mantine/core'
import { IconPackageOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { quantityWords, unitName } from '#features/prescriptions/web/drug-name.tsx'
import { countOf } from '#features/stock/web/lines-field.tsx'
import { query } from '#web/calls/api.ts'
import { money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { listSubstitutes } from '#features/pharmacy/contract.ts'
import type { OtherItem } from './counter-lines.ts'
import type { CounterLine, Substitute } from './counter-types.ts'
import { ReasonBox } from './reason-box.tsx'
import styles from './dialogs.module.css'

const commonReasons = () => [t('Not on the shelf'), t('Patient’s request'), t('Agreed with the prescriber')]

interface ChoiceProps {
  substitute: Substitute
  isChosen: boolean
  onChoose: () => void
}
const Choice = ({ substitute: { name, unit, on_hand, unit_price, is_alike, units_for_rest }, isChosen, onChoose }: ChoiceProps) => (
  <label className={`flex items-start round-l gap-5 outlined-strong clickable ${styles.choice}`} data-chosen={isChosen || undefined}>
    <input type="radio" name="substitute" checked={isChosen} onChange={onChoose} />
    <span className="grow">
      <b>{name}</b>
      <span className="row wrap small t2 num gap-1-5">
        {is_alike ? (
          <Status tone="done">{t('Same strength and form')}</Status>
        ) : (
          <Status tone="attention">{t('Other strength or form')}</Status>
        )}
        <span>{on_hand === null ? t('Not kept in stock') : t('{n} on the shelf', { n: number(on_hand) })}</span>
        {units_for_rest !== null && <span>{t('{n} are needed', { n: quantityWords(String(units_for_rest), unit) })}</span>}
      </span>
    </span>
    <span className="num">
      {unit_price !== null && unit ? t('{price} per {unit}', { price: money(unit_price), unit: unitName(unit) }) : money(unit_price)}
    </span>
  </label>
)

/** That the shelf has less than this: the rest waits. */
const Missing = ({ substitute: { on_hand, unit }, units }: { substitute: Substitute; units: number | null }) =>
  units !== null &&
  on_hand !== null &&
  units > on_hand && (
    <Status tone="attention">{t('Only {n} on the shelf: the rest stays owed', { n: quantityWords(String(on_hand), unit) })}</Status>
  )

interface Values {
  units: string
  covers: string
  directions: string
  reason: string
}

const coversText = (text: string, most: number) =>
  /^\d{1,5}(\.\d{1,3})?$/.test(text.trim()) && Number(text) > 0 && Number(text) <= most ? text.trim() : null

/** The chosen item with all that was said of it; null while something is missing. */
const chosenItem = (line: CounterLine, { id, ...facts }: Substitute, values: Values): OtherItem | null => {
  const units = facts.is_alike ? line.units_left : countOf(values.units)
  const covers = facts.is_alike ? String(line.units_left) : coversText(values.covers, line.units_left)
  const directions = facts.is_alike ? '' : values.directions.trim()
  const reason = values.reason.trim()
  if (units === null || covers === null || reason === '' || (!facts.is_alike && directions === '')) return null
  return { ...facts, item: id, units, covers, directions, reason }
}

interface Props {
  line: CounterLine
  store: number
  /** Chosen beforehand: its pack was scanned. */
  item?: number | undefined
  onChoose: (other: OtherItem) => void
  onClose: () => void
}

const Body = ({ line, rows, item, onChoose, onClose }: Omit<Props, 'store'> & { rows: Substitute[] }) => {
  const [id, setId] = useState(item ?? rows[0]?.id)
  const chosen = rows.find((one) => one.id === id)
  const [typed, setTyped] = useState<Partial<Values>>({})
  const form = useRef<HTMLFormElement>(null)
  // The choices come after the dialog, which has given the focus to its close button by then.
  useEffect(() => form.current?.querySelector<HTMLElement>('input:checked')?.focus(), [])
  const values: Values = {
    units: String(chosen?.units_for_rest ?? ''),
    covers: String(line.units_left),
    directions: '',
    reason: '',
    ...typed,
  }
  const set = (change: Partial<Values>) => setTyped((before) => ({ ...before, ...change }))
  const whole = chosen ? chosenItem(line, chosen, values) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (whole) onChoose(whole)
  }
  return (
    <form ref={form} className="form-stack" onSubmit={submit}>
      <div role="radiogroup" aria-label={t('Items with the same substances')} className="stack gap-4">
        {rows.map((row) => (
          <Choice
            key={row.id}
            substitute={row}
            isChosen={row.id === id}
            onChoose={() => {
              setId(row.id)
              setTyped(({ reason = '' }) => ({ reason }))
            }}
          />
        ))}
      </div>
      {chosen && !chosen.is_alike && (
        <>
          <div className="section-grid">
            <TextInput
              label={chosen.unit ? t('Units of this item ({unit})', { unit: unitName(chosen.unit, 0) }) : t('Units of this item')}
              error={values.units !== '' && countOf(values.units) === null && t('Enter a whole number above zero.')}
              required
              inputMode="numeric"
              autoComplete="off"
              classNames={{ input: 'num' }}
              value={values.units}
              onChange={(event) => set({ units: event.currentTarget.value })}
            />
            <TextInput
              label={t('Replaces this much of the prescription')}
              description={t('Left: {n}', { n: quantityWords(String(line.units_left), line.unit) })}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              error={
                coversText(values.covers, line.units_left) === null &&
                t('At most {n}', { n: quantityWords(String(line.units_left), line.unit) })
              }
              required
              inputMode="decimal"
              autoComplete="off"
              classNames={{ input: 'num' }}
              value={values.covers}
              onChange={(event) => set({ covers: event.currentTarget.value })}
            />
          </div>
          <TextInput
            label={t('Directions')}
            description={t('Prescribed: {words}', { words: line.directions ?? line.words })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder="1 tab bd 5/7"
            required
            maxLength={300}
            autoComplete="off"
            value={values.directions}
            onChange={(event) => set({ directions: event.currentTarget.value })}
          />
        </>
      )}
      {chosen && <Missing substitute={chosen} units={chosen.is_alike ? line.units_left : countOf(values.units)} />}
      <ReasonBox label={t('Why another item?')} value={values.reason} onChange={(reason) => set({ reason })} common={commonReasons()} />
      <div className="form-foot">
        <span className="grow" />
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="filled" disabled={whole === null}>
          {t('Use this instead')}
        </Button>
      </div>
    </form>
  )
}

/** Another item in the place of a prescribed one: which, why, and how it is taken where it is not alike. */
export const SubstituteDialog = ({ line, store, ...rest }: Props) => (
  <Modal
    opened
    size={600}
    onClose={rest.onClose}
    title={t('Replace {item}', { item: line.item_name })}
    closeButtonProps={{ 'aria-label': t('Close') }}
  >
    <FourStates
      query={useQuery(query(listSubstitutes, { params: { id: line.id }, query: { store } }))}
      loading={<Loading rows={4} height={40} />}
      isEmpty={(rows) => rows.length === 0}
      empty={
        <Empty icon={IconPackageOff} title={t('No other item with the same substances')}>
          {t('Ask the prescriber for another drug.')}
        </Empty>
      }
    >
      {(rows) => <Body line={line} rows={rows} {...rest} />}
    </FourStates>
  </Modal>
)
