import { Checkbox } from '@mantine/core'
import { useId, useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { countOf } from '#features/stock/web/lines-field.tsx'
import { date, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { sumOf } from '../line-sums.ts'
import { SupplierField } from '../supplier-field.tsx'
import { ChosenPackField } from './chosen-pack.tsx'
import type { Choice, ChosenLine } from './choosing.ts'
import purchasingStyles from '../purchasing.module.css'

interface Props {
  line: ChosenLine
  errors: Readonly<Record<string, string>> | undefined
  onChoose: (choice: Choice) => void
}

/** Enter and the arrows go from box to box, down the page. */
const walk = (event: KeyboardEvent<HTMLInputElement>) => {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : 0
  if (step === 0 || event.ctrlKey || event.metaKey) return
  const own = event.currentTarget.dataset['box']
  const wanted = event.key === 'Enter' ? 'input[data-box]' : `input[data-box="${own}"]`
  const boxes = Array.from(document.querySelectorAll<HTMLElement>(wanted))
  event.preventDefault()
  boxes[boxes.indexOf(event.currentTarget) + step]?.focus()
}

const From = ({ line, onChoose }: Omit<Props, 'errors'>) => {
  const [isOpen, setOpen] = useState(line.supplier === null)
  if (!isOpen)
    return (
      <button type="button" className={`plain ${purchasingStyles.other} clip`} onClick={() => setOpen(true)}>
        {t('Another supplier')}
      </button>
    )
  return (
    <SupplierField
      aria-label={t('Supplier: {{name}}', { name: line.row.item_name })}
      placeholder={t('Choose a supplier')}
      clearable={false}
      value={line.supplier?.id ?? null}
      onChange={(id, name) => {
        if (id === null) return
        setOpen(false)
        onChoose({ supplier: { id, name }, isChosen: true })
      }}
    />
  )
}

/** A line of a requisition as it would be ordered. */
export const ChosenRow = ({ line, errors, onChoose }: Props) => {
  const said = useId()
  const { row, isChosen, supplier, pack_units, quantity, unit_price } = line
  const units = (countOf(quantity) ?? 0) * pack_units
  const words = Object.values(errors ?? {})
  const box = (name: string) => ({
    className: 'line-box num r',
    autoComplete: 'off',
    maxLength: 20,
    'data-box': name,
    'aria-describedby': words.length > 0 ? said : undefined,
    'aria-invalid': errors?.[name] !== undefined || undefined,
    disabled: supplier === null,
    onKeyDown: walk,
    onFocus: (event: React.FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
  })
  return (
    <tr>
      <td className={purchasingStyles.tick}>
        <Checkbox
          aria-label={t('Order {{name}}', { name: row.item_name })}
          checked={isChosen}
          disabled={supplier === null}
          onChange={(event) => onChoose({ isChosen: event.currentTarget.checked })}
        />
      </td>
      <td className="line-name">
        <span className="strong">{row.item_name}</span> <span className="small t3">{row.item_code}</span>
        <span className={`${purchasingStyles.when} small t3`}>
          <Link className="link num" to={`/dashboard/inventory/requisitions/${row.requisition}`}>
            {row.requisition_number}
          </Link>{' '}
          {[row.store_name, row.requested_by_name, row.needed_by && t('needed by {{date}}', { date: date(row.needed_by) })]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {(words.length > 0 || units > row.open_units) && (
          <span className="line-notes" id={said}>
            {words.map((text) => (
              <Status key={text} tone="critical">
                {text}
              </Status>
            ))}
            {units > row.open_units && (
              <Status tone="attention">
                {t('More than is open: {{n}} {{unit}} were not requested, so somebody else approves the order', {
                  n: number(units - row.open_units),
                  unit: row.unit,
                })}
              </Status>
            )}
          </span>
        )}
      </td>
      <td className="r" data-title={t('Left')}>
        {number(row.open_units)} <span className="t3 small">{row.unit}</span>
      </td>
      <td className="r" data-title={t('Quantity')} data-typed>
        <input
          {...box('quantity')}
          aria-label={`${t('Quantity')}: ${row.item_name}`}
          inputMode="numeric"
          value={quantity}
          onChange={(event) => onChoose({ quantity: event.currentTarget.value, isChosen: true })}
        />
      </td>
      <td data-title={t('Pack')} data-typed>
        <ChosenPackField line={line} onChoose={onChoose} />
      </td>
      <td className="r" data-title={t('Price')} data-typed>
        <input
          {...box('unit_price')}
          aria-label={`${t('Price')}: ${row.item_name}`}
          inputMode="decimal"
          value={unit_price}
          onChange={(event) => onChoose({ price: event.currentTarget.value, isChosen: true })}
        />
      </td>
      <td className="r" data-title={t('Net')}>
        {money(sumOf([line]).net)}
      </td>
      <td data-title={t('Supplier')} data-typed>
        <From line={line} onChoose={onChoose} />
      </td>
    </tr>
  )
}
