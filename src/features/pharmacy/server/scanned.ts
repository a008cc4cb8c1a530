import type { Db } from '#platform/db/connect.ts'
import { invalidInput, Problem, type FieldErrors } from '#platform/errors/problem.ts'
import { findRecalled, findScanned } from '#features/stock/public.ts'

/** A pack that was scanned, and the item it should be one of. */
export interface ScannedPack {
  item: number
  scanned?: string | undefined
}

const findFault = async (db: Db, item: number, code: string, day: string): Promise<string | null> => {
  try {
    const { item: found, item_name, lot, expires_on } = await findScanned(db, code, Number(day.slice(0, 4)))
    if (found !== item) return `This is ${item_name}, not the item to dispense.`
    // What the pack says of itself counts, whatever batch the books take.
    if (expires_on !== null && expires_on < day) return 'This batch has expired.'
    const isRecalled = lot !== null && (await findRecalled(db, [item])).has(`${item}:${lot.toUpperCase()}`)
    return isRecalled ? 'This lot is recalled.' : null
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.fields['code']?.[0] ?? error.message
  }
}

/** 400 on `scanned` of each line whose pack is not one of its item, has expired or is of a recalled lot; `day` is the clinic's. A line that was not scanned is right. */
export const requireScanned = async (
  db: Db,
  packs: readonly ScannedPack[],
  { day, at }: { day: string; at: (place: number, field: string) => string },
): Promise<void> => {
  const errors: FieldErrors = {}
  for (const [place, { item, scanned }] of packs.entries()) {
    const fault = scanned === undefined ? null : await findFault(db, item, scanned, day)
    if (fault !== null) errors[at(place, 'scanned')] = [fault]
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}
