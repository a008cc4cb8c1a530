import { t } from '#web/i18n.ts'
import type { AtCounter } from './counter-types.ts'

const documentsOf = ({ prescribed_drugs }: AtCounter) => [
  ...Map.groupBy(
    prescribed_drugs.flatMap((line) => line.given),
    ({ dispense }) => dispense,
  ),
]

interface Own {
  /** The person's own name: their actions are no news to them. */
  me: string
  /** Documents that were written from this screen. */
  mine: readonly number[]
}

/** What others did with a prescription since it was opened, a sentence each. */
export const newsSince = (opened: AtCounter, now: AtCounter, { me, mine }: Own): string[] => {
  const known = new Set(documentsOf(opened).map(([dispense]) => dispense))
  const given = documentsOf(now).flatMap(([dispense, rows]) => {
    const [first] = rows
    if (known.has(dispense) || mine.includes(dispense) || !first) return []
    const items = rows.map(({ item_name, units }) => `${units} ${item_name}`).join(', ')
    return [t('{name} dispensed {items} meanwhile: {number}.', { name: first.by_name, items, number: first.number })]
  })
  const before = new Map(opened.prescribed_drugs.map((line) => [line.id, line]))
  const changed = now.prescribed_drugs.flatMap((line) => {
    const old = before.get(line.id)
    const item = line.item_name
    if (!old)
      return line.prescribed_by_name === me
        ? []
        : [t('{name} prescribed {item} meanwhile.', { name: line.written_by ?? line.prescribed_by_name, item })]
    if (old.cancelled_at === null && line.cancelled_at !== null && line.cancelled_by_name !== me)
      return [t('{name} cancelled {item} meanwhile.', { name: line.cancelled_by_name, item })]
    if (old.refused_at === null && line.refused_at !== null && line.refused_by_name !== me)
      return [t('{name} refused {item} meanwhile.', { name: line.refused_by_name, item })]
    if (old.refused_at !== null && line.refused_at === null && line.cancelled_at === null && old.refused_by_name !== me)
      return [t('{item} is waiting again: the refusal was undone.', { item })]
    return []
  })
  return [...given, ...changed]
}
