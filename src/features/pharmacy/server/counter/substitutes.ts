import { sql } from 'kysely'
import { factsOf, joinRecordedFacts, namesMeant, strengthText, recordedFactColumns, type RecordedFacts } from '#features/drugs/public.ts'
import { findPrices, mayPrice, resolveStore, requirePrescriptionOfLine } from '#features/prescriptions/public.ts'
import { dayOf } from '#features/stock/public.ts'
import type { Directions } from '#features/directions/rules.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import { isAlike, unitsFor } from './alike.ts'
import { leftToDispense } from './plan-portions.ts'
import { asShelfBatch, courseEnd, emptyShelf, findShelves } from './shelves.ts'

const MOST = 200

interface Item extends RecordedFacts {
  id: number
  name: string
  unit: string
}
interface LineRow extends Item {
  quantity: string
  quantity_dispensed: string
  structure: Directions | null
  ends_on: string | null
  store: number | null
}

const findLine = async (db: Db, id: number, store: number | undefined) => {
  const { rows } = await sql<LineRow>`
    select t.id, t.name, t.unit, d.quantity, d.quantity_dispensed, d.structure, d.ends_on,
      (select o.id from stores o where o.id = ${resolveStore(store)}) as store, ${recordedFactColumns}
    from prescribed_drugs d join items t on t.id = d.item_id ${joinRecordedFacts} where d.id = ${id}`.execute(db)
  return rows[0]!
}

/** Items in use whose names, or what a person said of them, may hold the first of the substances; what they hold is then read. */
const findCandidates = async (db: Db, item: number, substances: readonly string[]) => {
  const patterns = namesMeant({ sets: [substances] }).map((name) => `% ${name}%`)
  const { rows } = await sql<Item>`
    select t.id, t.name, t.unit, ${recordedFactColumns} from items t ${joinRecordedFacts}
    where t.category = 'drug' and t.is_active and t.id <> ${item}
      and (' ' || t.search_name like any(${patterns}::text[]) or recorded.substances && ${substances.slice(0, 1)}::text[])
    order by lower(t.name), t.id limit ${MOST}`.execute(db)
  return rows.map((row) => ({ ...row, facts: factsOf(row.name, row) }))
}

const isSameSet = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((one) => b.includes(one))

interface Asking {
  store: number | undefined
  user: Pick<User, 'permissions'>
  now: Date
}
/** Items that hold the same as a prescribed line: those on the shelf first, of these those that are alike. 404 when there is no such line. */
export const findSubstitutes = async (db: Db, id: number, { store: named, user, now }: Asking) => {
  const prescription = await requirePrescriptionOfLine(db, id)
  const [line, day] = await Promise.all([findLine(db, id, named), dayOf(db, now)])
  const { store } = line
  if (store === null) throw fieldError('store', 'Store not found.')
  const own = factsOf(line.name, line)
  if (own.substances.length === 0) return []
  const found = (await findCandidates(db, line.id, own.substances)).filter(({ facts }) => isSameSet(facts.substances, own.substances))
  const items = found.map((item) => item.id)
  const asked = items.map((item) => ({ item, quantity: null }))
  const [shelves, prices] = await Promise.all([
    findShelves(db, { items, store, day }),
    mayPrice(user) ? findPrices(db, asked, { visit: prescription.visit }, now) : null,
  ])
  const end = courseEnd(line, day)
  return found
    .map(({ facts, ...item }) => {
      const { on_hand, batches } = shelves.get(item.id) ?? emptyShelf
      const is_alike = isAlike({ facts: own, unit: line.unit }, { facts, unit: item.unit })
      return {
        id: item.id,
        name: item.name,
        unit: item.unit,
        form: facts.form,
        strength: strengthText(facts),
        on_hand,
        batches: batches.map((batch) => asShelfBatch(batch, end)),
        unit_price: prices?.get(item.id)?.unit_price ?? null,
        is_alike,
        units_for_rest: is_alike ? Math.ceil(leftToDispense(line) / 1000) : unitsFor(own, facts, leftToDispense(line)),
      }
    })
    .toSorted((a, b) => Number(b.on_hand !== 0) - Number(a.on_hand !== 0) || Number(b.is_alike) - Number(a.is_alike))
}
