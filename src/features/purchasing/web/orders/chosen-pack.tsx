import { useQuery } from '@tanstack/react-query'
import { cardQuery, packWord } from '#features/stock/web/lines-field.tsx'
import { call } from '#web/calls/api.ts'
import { bareAmount } from '#web/text/amount-text.ts'
import { t } from '#web/i18n.ts'
import { listSupplierPrices } from '../order-calls.ts'
import type { Choice, ChosenLine, ChosenPack } from './choosing.ts'

const PRICES = 50

interface Props {
  line: ChosenLine
  onChoose: (choice: Choice) => void
}

/** Chooses what a line is ordered in, whatever it was asked for in: as many packs as hold it, at what the supplier last asked for one. */
export const ChosenPackField = ({ line, onChoose }: Props) => {
  const { row, supplier, pack, pack_name, pack_units } = line
  const { data } = useQuery(cardQuery(row.item))
  const known: ChosenPack[] = (data?.packs ?? []).filter(({ is_active }) => is_active)
  const own = pack !== null && known.every(({ id }) => id !== pack) ? [{ id: pack, name: pack_name, units: pack_units }] : []
  const packs = [{ id: null, name: null, units: 1 }, ...known, ...own]
  const wordOf = ({ name, units }: ChosenPack) => (name === null ? row.unit : packWord(name, units))
  if (packs.length < 2 || supplier === null)
    return <span className="line-text">{wordOf({ id: pack, name: pack_name, units: pack_units })}</span>
  const choose = async (chosen: ChosenPack) => {
    const choice = { pack: chosen, quantity: undefined, price: undefined, isChosen: true }
    onChoose(choice)
    const prices = await call(listSupplierPrices, { params: { id: supplier.id }, query: { item: row.item, limit: PRICES } }).catch(() => [])
    const last = prices.find(({ pack_units: units }) => units === chosen.units)
    if (last) onChoose({ pack: chosen, price: bareAmount(last.price) })
  }
  return (
    <select
      className="line-box"
      data-box="pack"
      aria-label={`${t('Pack')}: ${row.item_name}`}
      value={pack ?? ''}
      onChange={({ currentTarget: { value } }) => {
        const chosen = packs.find(({ id }) => String(id ?? '') === value)
        if (chosen) void choose(chosen)
      }}
    >
      {packs.map((each) => (
        <option key={each.id} value={each.id ?? ''}>
          {wordOf(each)}
        </option>
      ))}
    </select>
  )
}
