import { Button, ActionIcon, Select, TextInput, Checkbox } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { itemCategories } from '#features/catalogue/contract.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import type { ServiceLine } from './set-up-values.ts'
import type { SetUp } from './use-set-up.ts'
import { categoryChoices, CategoryName } from '#features/catalogue/web/category-name.tsx'
import { AmountField } from '#web/ui/amount-field.tsx'
import styles from './set-up.module.css'

interface PlacedLine {
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
  const boxes = [
    ...(event.currentTarget.closest('[data-part="starter-step"]')?.querySelectorAll<HTMLInputElement>(`[data-box="${kind}"]`) ?? []),
  ]
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
const ServiceGroup = ({ category, lines, form }: Props) => {
  const [active, setActive] = useState(0)
  const ticked = lines.filter(({ line }) => line.isChosen).length
  const tickAll = () => {
    const isChosen = ticked < lines.length
    for (const { place } of lines) form.setFieldValue(`services.${place}.isChosen`, isChosen)
  }
  return (
    <fieldset className={styles.starterGroup}>
      <legend className="in-row full-width gap-4 strong pb-2">
        <Checkbox
          label={<CategoryName category={category} />}
          checked={ticked === lines.length}
          indeterminate={ticked > 0 && ticked < lines.length}
          onChange={tickAll}
        />
        <span className="t3 num">{t('{n} of {of}', { n: number(ticked), of: number(lines.length) })}</span>
      </legend>
      <ul className="bare-list">
        {lines.map(({ line, place }, at) => (
          <li className="in-row line-top gap-4" key={line.name} data-off={!line.isChosen || undefined}>
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
              className={`rigid ${styles.starterPrice}`}
              aria-label={t('Price of {name}', { name: line.name })}
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

/** The lines that the clinic writes itself. */
const OwnServices = ({ lines, form }: Pick<SetUp, 'form'> & { lines: readonly PlacedLine[] }) =>
  lines.length > 0 && (
    <ul className="stack gap-4" aria-label={t('Your own services')}>
      {lines.map(({ line, place }, at) => (
        <li key={`${lines.length}-${place}`} className={`grid items-start gap-4 ${styles.ownService}`} data-part="own-service">
          <TextInput
            aria-label={t('Name of line {n}', { n: at + 1 })}
            placeholder={t('Name')}
            maxLength={120}
            {...form.getInputProps(`services.${place}.name`)}
          />
          <Select
            aria-label={t('Category of line {n}', { n: at + 1 })}
            allowDeselect={false}
            data={categoryChoices()}
            {...form.getInputProps(`services.${place}.category`)}
          />
          <AmountField
            aria-label={t('Price of line {n}', { n: at + 1 })}
            placeholder={t('no price yet')}
            {...form.getInputProps(`services.${place}.price`)}
          />
          <ActionIcon
            aria-label={line.name.trim() === '' ? t('Remove line {n}', { n: at + 1 }) : t('Remove {name}', { name: line.name })}
            onClick={() => form.removeListItem('services', place)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )

const MOST = 200

const fresh: ServiceLine = { name: '', category: 'other', unit: 'each', department: '', price: '', isChosen: true, isOwn: true }

/** The catalogue to begin with: what most clinics bill, by category, with the cash prices that are known already. */
export const ServicesStep = ({ form }: Pick<SetUp, 'form'>) => {
  const { services } = form.values
  const node = useRef<HTMLDivElement>(null)
  const wantsFocus = useRef(false)
  // The box of a new line exists only after it has been drawn.
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    node.current?.querySelector<HTMLInputElement>('[data-part="own-service"]:last-child input')?.focus()
  })
  const add = () => {
    wantsFocus.current = true
    form.insertListItem('services', fresh)
  }
  const places = services.map((line, place) => ({ line, place }))
  const chosen = services.filter(({ isChosen }) => isChosen)
  const priced = chosen.filter(({ price }) => price.trim() !== '')
  return (
    <div className="form-stack" data-part="starter-step" ref={node}>
      <p className="t2">
        {t(
          'Services that you can charge. Untick those that you do not offer and enter cash prices that you know: Tab moves from price to price.',
        )}
      </p>
      <Note tone="waiting">
        {t('Prices can be added later: a service without a price is charged at 0.00 and marked at the cashier until a price is set.')}
      </Note>
      <div className={styles.starter}>
        {itemCategories.map((category) => {
          const lines = places.filter(({ line }) => line.category === category && !line.isOwn)
          return lines.length > 0 && <ServiceGroup key={category} category={category} lines={lines} form={form} />
        })}
      </div>
      <OwnServices lines={places.filter(({ line }) => line.isOwn)} form={form} />
      {services.length < MOST && (
        <div className="row wrap">
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            {t('Add your own service')}
          </Button>
          <span className="grow" />
          <span className="t3 num" role="status">
            {t('{n} selected, {priced} with a price', { n: number(chosen.length), priced: number(priced.length) })}
          </span>
        </div>
      )}
      <p className="t2">
        {t(
          'Cash, mobile money, card and bank transfer are already payment modes; each insurer you add becomes one too. Set insurers’ prices and taxes later under Administration.',
        )}
      </p>
    </div>
  )
}
