import { unitName } from '#features/directions/web/quantity-name.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { cardQuery } from './find-item.ts'
import type { Card, Choice, Line, LineBox } from './line-types.ts'

/** A line that is counted in packs, or in single units. */
export interface PackedLine extends Line {
  /** Null is single units. */
  pack: number | null
  pack_name: string | null
  pack_units: number
}

/** A pack in words: `Box of 100`, whether or not its name says so itself. */
export const packWord = (name: string, units: number) =>
  name.split(/\D+/).includes(String(units)) ? name : t('{pack} of {n}', { pack: name, n: units })

/** How many units packs hold together: `= 200 capsule`. */
export const unitsWord = (units: number, unit: string) => `= ${number(units)} ${unitName(unit, units)}`

/** What the item comes in; the pack of the line is there though it went out of use since. */
const PackChoices = ({ line, children }: { line: PackedLine; children: (choices: readonly Choice[]) => ReactNode }) => {
  const { item, unit, pack, pack_name, pack_units } = line
  const { data } = useQuery(cardQuery(item))
  const known = (data?.packs ?? []).filter(({ is_active }) => is_active)
  const own = pack !== null && known.every(({ id }) => id !== pack) ? [{ id: pack, name: pack_name ?? '', units: pack_units }] : []
  const packs = [...known, ...own].map(({ id, name, units }) => ({ value: String(id), label: packWord(name, units) }))
  return children([{ value: '', label: unit }, ...packs])
}

/** Chooses the pack of a line among those of its item; `moved` says what else of the line changes with it. */
export const packBox = <L extends PackedLine>(moved: (before: L, after: L) => L = (_, after) => after): LineBox<L> => ({
  value: ({ pack }) => (pack === null ? '' : String(pack)),
  write: (line, value) => {
    const packs = queryClient.getQueryData<Card>(cardQuery(line.item).queryKey)?.packs ?? []
    const chosen = packs.find(({ id }) => String(id) === value)
    if (value !== '' && !chosen) return line
    return moved(line, { ...line, pack: chosen?.id ?? null, pack_name: chosen?.name ?? null, pack_units: chosen?.units ?? 1 })
  },
  Choices: PackChoices,
})
