import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import { lockOpenVisit } from '#features/attendance/index.ts'
import { chargeOrder } from '#features/charges/index.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, formError } from '#platform/errors/problem.ts'
import type { createPrescribedDrug } from '../contract.ts'

type Input = ParsedOf<typeof createPrescribedDrug>['body']

const isPrescribable = async (db: Db, item: number) => {
  const { rows } = await sql`select from items where id = ${item} and category in ('drug', 'consumable') and is_active`.execute(db)
  return rows.length > 0
}

/**
 * Adds a line to the prescription of an open visit and charges its quantity; answers the line's id. 400 for an item that cannot be
 * prescribed or is on the prescription already, 409 for a visit that is over. Two at once wait for each other at the visit.
 */
export const prescribe = async (db: Db, input: Input, by: number, now: Date): Promise<number> => {
  const { prescription, item, dosage = '', frequency = '', duration = '', note = null, quantity = '1' } = input
  const paper = await db.selectFrom('prescriptions').select('visit_id').where('id', '=', prescription).executeTakeFirst()
  if (!paper) throw fieldError('prescription', 'There is no such prescription.')
  const visit = await lockOpenVisit(db, paper.visit_id)
  if (!(await isPrescribable(db, item))) throw fieldError('item', 'Choose a drug or consumable that is in use.')
  const { rows } = await sql<{ id: number }>`
    insert into prescribed_drugs (prescription_id, patient_id, item_id, dosage, frequency, duration, note, quantity, prescribed_at, prescribed_by)
    values (${prescription}, ${visit.patient_id}, ${item}, ${dosage}, ${frequency}, ${duration}, ${note}, ${quantity}, ${now}, ${by})
    on conflict (prescription_id, item_id) where cancelled_at is null do nothing returning id`.execute(db)
  if (!rows[0]) throw formError('This is on the prescription already.')
  const { id } = rows[0]
  await chargeOrder(db, visit.id, [{ kind: 'prescription', id, item, quantity }], by, now)
  return id
}
