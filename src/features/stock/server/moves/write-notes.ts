import type { Db } from '#platform/db/connect.ts'
import type { MovementKind, StockNoteKind } from '#platform/db/tables.gen.ts'
import { type FieldErrors, invalidInput } from '#platform/errors/problem.ts'
import type { writeOffKinds } from '#features/stock/contract-moves.ts'
import { allocate } from '../core/allocate.ts'
import { type Movement, writeEntry } from '../core/entries.ts'
import { lockLevels } from '../core/levels.ts'
import { dayOf, writeNote } from '../core/numbers.ts'
import { requireStore } from '../core/stores.ts'
import { type Packed, findUnits } from '../core/units.ts'
import { type BatchLine, lockBatches, type NamedLine } from './named-batches.ts'
import { requireFit } from './unfit.ts'

interface Act<Line> {
  store: number
  reason: string
  items: readonly Line[]
}
type Unstated = Omit<BatchLine, 'state'>

interface Written {
  kind: StockNoteKind
  store: number
  reason: string
  by: number
  now: Date
}
/** Writes the note and what it moved, of levels that are locked; answers its id. */
const write = async (db: Db, note: Written, movements: readonly Movement[]): Promise<number> => {
  const { id, number } = await writeNote(db, note)
  await writeEntry(db, { number, document: { stock_note: id }, by: note.by, now: note.now }, movements)
  return id
}

/** Uses stock up, first expiry first out; answers the note's id. 400 of a field, 409 not_enough_stock, batch_expired, batch_recalled. */
export const consume = async (
  db: Db,
  { store, reason, items }: Act<Packed & { batch?: number | null | undefined }>,
  by: number,
  now: Date,
): Promise<number> => {
  await requireStore(db, store)
  const units = await findUnits(db, items)
  const wants = units.map(({ item, units: quantity }, place) => ({ item, quantity, batch: items[place]!.batch }))
  await lockLevels(
    db,
    wants.map(({ item }) => ({ store, item })),
  )
  const taken = await allocate(db, { store, wants, day: await dayOf(db, now) })
  const movements = taken.map(({ item, batch, quantity }) => ({
    store,
    item,
    batch,
    state: 'usable' as const,
    kind: 'consume' as const,
    quantity: -quantity,
  }))
  return write(db, { kind: 'consumption', store, reason, by, now }, movements)
}

const kindOf: Record<(typeof writeOffKinds)[number], MovementKind> = { expired: 'expire', damaged: 'damage', lost: 'loss' }

const requireExpired = (lines: readonly NamedLine[], day: string) => {
  const errors: FieldErrors = {}
  for (const [place, { expires_on }] of lines.entries())
    if (expires_on === null || expires_on >= day) errors[`items.${place}.batch`] = ['This batch has not expired.']
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}

/** Writes off so much of named batches; answers the note's id. 400 of a field and for what did not expire; 409 not_enough_stock. */
export const writeOff = async (
  db: Db,
  { store, kind, reason, items }: Act<BatchLine> & { kind: keyof typeof kindOf },
  by: number,
  now: Date,
): Promise<number> => {
  await requireStore(db, store)
  const lines = await lockBatches(db, store, items)
  if (kind === 'expired') requireExpired(lines, await dayOf(db, now))
  const movements = lines.map(({ item, batch, state, quantity }) => ({
    store,
    item,
    batch,
    state,
    kind: kindOf[kind],
    quantity: -quantity,
  }))
  return write(db, { kind: 'write-off', store, reason, by, now }, movements)
}

/** From one state to another, within a store. */
export const turnOver = (store: number, lines: readonly Omit<BatchLine & { item: number }, 'state'>[], kind: 'quarantine' | 'release') =>
  lines.flatMap(({ item, batch, quantity }): Movement[] => {
    const of = { store, item, batch, kind }
    const sign = kind === 'quarantine' ? 1 : -1
    return [
      { ...of, state: 'usable', quantity: -sign * quantity },
      { ...of, state: 'quarantined', quantity: sign * quantity },
    ]
  })

/** Puts so much of named batches aside; answers the note's id. 400 of a field, 409 not_enough_stock. */
export const quarantine = async (db: Db, { store, reason, items }: Act<Unstated>, by: number, now: Date): Promise<number> => {
  await requireStore(db, store)
  const lines = await lockBatches(
    db,
    store,
    items.map((line) => ({ ...line, state: 'usable' })),
  )
  return write(db, { kind: 'quarantine', store, reason, by, now }, turnOver(store, lines, 'quarantine'))
}

/** Gives so much of named batches free; answers the note's id. 400 of a field, 409 not_enough_stock, batch_expired, batch_recalled. */
export const release = async (db: Db, { store, reason, items }: Act<Unstated>, by: number, now: Date): Promise<number> => {
  await requireStore(db, store)
  const lines = await lockBatches(
    db,
    store,
    items.map((line) => ({ ...line, state: 'quarantined' })),
  )
  await requireFit(
    db,
    lines.map(({ batch }) => batch),
    await dayOf(db, now),
  )
  return write(db, { kind: 'release', store, reason, by, now }, turnOver(store, lines, 'release'))
}
