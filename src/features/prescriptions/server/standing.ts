import { sql } from 'kysely'
import type { Directions } from '#features/directions/rules.ts'
import type { Db } from '#platform/db/connect.ts'

/** A line that was not cancelled. Quantities as text. */
export interface StandingLine {
  id: number
  item: number
  directions: string | null
  structure: Directions | null
  dosage: string
  frequency: string
  duration: string
  note: string | null
  quantity: string
  quantity_dispensed: string
  is_dispensed: boolean
  is_refused: boolean
  prescribed_at: Date
  version: number
}

/** The standing lines of a prescription whose visit is locked, in the order in which they came. */
export const findStanding = async (db: Db, prescription: number): Promise<StandingLine[]> => {
  const { rows } = await sql<StandingLine>`
    select id, item_id as item, directions, structure, dosage, frequency, duration, note, quantity, quantity_dispensed, is_dispensed,
      refused_at is not null as is_refused, prescribed_at, version
    from prescribed_drugs where prescription_id = ${prescription} and cancelled_at is null order by id`.execute(db)
  return rows
}

/** True while something of it is to be handed out. */
export const isOpen = ({ is_dispensed, is_refused }: Pick<StandingLine, 'is_dispensed' | 'is_refused'>) => !is_dispensed && !is_refused

/** True once some of it was handed out. */
export const isHandedOut = ({ quantity_dispensed }: Pick<StandingLine, 'quantity_dispensed'>) => Number(quantity_dispensed) > 0
