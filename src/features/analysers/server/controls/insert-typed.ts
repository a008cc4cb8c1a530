import { sql, type Selectable } from 'kysely'
import { findPanelsById } from '#features/lab-catalogue/public.ts'
import { inEnglish, readResult } from '#features/lab-catalogue/rules.ts'
import type { Db } from '#platform/db/connect.ts'
import type { LabControls } from '#platform/db/tables.gen.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'

/** A measurement is judged with those before it; one that so many others followed is on no chart any more. */
const MOST_LATER = 90

interface Typed {
  result: string
  measured_at?: Date | undefined
  note: string
}

/**
 * Writes a measurement of a control, which is held, that a person entered. @throws Problem 400 for what is no plain number, for a time to come and
 * for one that lies further back than the measurements that are judged, 409 `inactive`.
 */
export const insertTyped = async (
  db: Db,
  control: Selectable<LabControls>,
  { result, measured_at, note }: Typed,
  { by, now }: { by: number; now: Date },
): Promise<{ id: number; value: string }> => {
  if (!control.is_active) throw conflict('This control is inactive.', {}, 'inactive')
  if (measured_at && measured_at > now) throw fieldError('measured_at', 'Enter a time that is not in the future.')
  const [panel] = await findPanelsById(db, [control.panel_id])
  const reading = readResult(panel!, result)
  if ('problem' in reading) throw fieldError('result', inEnglish(reading.problem))
  const { value, comparator } = reading.ok
  if (value === null || comparator !== null) throw fieldError('result', 'Enter a plain number, without < or >.')
  const at = measured_at ?? now
  const last = await db
    .selectFrom('lab_control_results')
    .select('measured_at')
    // As the index has it.
    .where(sql`coalesce(equipment_id, 0)`, '=', control.equipment_id ?? 0)
    .where('panel_id', '=', control.panel_id)
    .where('lot', '=', control.lot)
    .where('level', '=', control.level)
    .orderBy('measured_at', 'desc')
    .offset(MOST_LATER)
    .limit(1)
    .executeTakeFirst()
  if (last && at < last.measured_at) throw fieldError('measured_at', 'Enter a later time: too many measurements follow this one.')
  const { id } = await db
    .insertInto('lab_control_results')
    .values({
      equipment_id: control.equipment_id,
      panel_id: control.panel_id,
      lot: control.lot,
      level: control.level,
      value,
      result: reading.ok.result,
      unit: panel!.unit ?? '',
      measured_at: at,
      entered_by: by,
      note,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, value }
}
