import { Checkbox } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { CategoryName } from '#features/catalogue/web/category-name.tsx'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { AmountField } from '#web/ui/amount-field.tsx'
import type { ServiceLine } from './set-up-values.ts'
import type { SetUp } from './use-set-up.ts'

export interface PlacedLine {
  line: ServiceLine
  /** Its place among all lines of the form. */
  place: number
}
interface Props extends Pick<SetUp, 'form'> {
  category: ServiceLine['category']
  lines: readonly PlacedLine[]
}

const MOVES: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Goes to the same kind of box one line further, in the whole step. */
const goOn = (event: KeyboardEvent<HTMLInputElement>) => {
  const move = event.key === 'Enter' ? 1 : MOVES[event.key]
  if (move === undefined) return
  const kind = event.currentTarget.dataset['box'] ?? ''
  const boxes = [...(event.currentTarget.closest('.starter-step')?.querySelectorAll<HTMLInputElement>(`[data-box="${kind}"]`) ?? [])]
  const reachable = boxes.filter((box) => !box.disabled)
  const next = reachable[reachable.indexOf(event.currentTarget) + move]
  // At the last price Enter goes on to the next step, as in every form.
  if (!next) return
  event.preventDefault()
  next.focus()
  if (kind === 'price') next.select()
}

/** The unit says something where the name does not end with it already, as “Pregnancy test” does. */
const saysUnit = ({ name, unit }: ServiceLine) => unit !== 'each' && !name.toLowerCase().endsWith(t(unit).toLowerCase())

/** The offered lines of one category: a tick for all, one for each, a price for each. Arrows move between ticks, Tab between prices. */
export const ServiceGroup = ({ category, lines, form }: Props) => {
  const [active, setActive] = useState(0)
  const ticked = lines.filter(({ line }) => line.isChosen).length
  const tickAll = () => {
    const isChosen = ticked < lines.length
    for (const { place } of lines) form.setFieldValue(`services.${place}.isChosen`, isChosen)
  }
  return (
    <fieldset className="starter-group">
      <legend>
        <Checkbox
          label={<CategoryName of={category} />}
          checked={ticked === lines.length}
          indeterminate={ticked > 0 && ticked < lines.length}
          onChange={tickAll}
        />
        <span className="t3 num">{t('{{n}} of {{of}}', { n: number(ticked), of: number(lines.length) })}</span>
      </legend>
      <ul>
        {lines.map(({ line, place }, at) => (
          <li key={line.name} data-off={!line.isChosen || undefined}>
            <Checkbox
              className="grow"
              label={
                <>
                  {line.name} {saysUnit(line) && <span className="t3">{t(line.unit)}</span>}
                </>
              }
              data-box="tick"
              tabIndex={at === active ? 0 : -1}
              onFocus={() => setActive(at)}
              onKeyDown={goOn}
              checked={line.isChosen}
              onChange={(event) => form.setFieldValue(`services.${place}.isChosen`, event.currentTarget.checked)}
            />
            <AmountField
              className="starter-price"
              aria-label={t('Price of {{name}}', { name: line.name })}
              placeholder={t('no price yet')}
              disabled={!line.isChosen}
              data-box="price"
              onKeyDown={goOn}
              {...form.getInputProps(`services.${place}.price`)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
