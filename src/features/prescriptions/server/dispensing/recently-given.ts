import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { SafetyWarning } from '#features/drugs/contract.ts'
import { factsOf, givenAlready, joinRecordedFacts, recordedFactColumns, type RecordedFacts } from '#features/drugs/public.ts'
import type { Db } from '#platform/db/connect.ts'

interface Given extends RecordedFacts {
  id: number
  item: number
  name: string
  units: string
  day: string
}

/**
 * What this patient was handed out and still takes, not of this prescription: its course runs on, at the earliest from the day it was handed
 * out, or that was within a day.
 */
const findGiven = async (db: Db, patient: number, prescription: number | null, now: Date): Promise<Given[]> => {
  const { rows } = await sql<Given>`
    select p.id, p.item_id as item, t.name, (p.units - p.returned)::text as units, ${clinicDay(sql`p.dispensed_at`)}::text as day, ${recordedFactColumns}
    from dispenses s join dispense_items p on p.dispense_id = s.id and p.units > p.returned
    join items t on t.id = p.item_id and t.category = 'drug' ${joinRecordedFacts}
    left join prescribed_drugs d on d.id = p.prescribed_drug_id
    where s.patient_id = ${patient} and s.dispensed_at > ${now}::timestamptz - interval '100 days'
      and ${prescription === null ? sql`true` : sql`s.prescription_id is distinct from ${prescription}`}
      and (d.ends_on >= ${clinicDay(now)}
        or ${clinicDay(sql`p.dispensed_at`)} + (coalesce(p.structure, d.structure)->>'days')::integer > ${clinicDay(now)}
        or p.dispensed_at > ${now}::timestamptz - interval '1 day')
    order by p.id desc`.execute(db)
  return rows
}

/** An item that is about to be handed out. */
export interface About {
  item: number
  name: string
  substances: readonly string[]
}

/** A warning for each item that was handed out to this patient already, by another prescription or a sale, and is still taken. */
export const warnOfGiven = async (
  db: Db,
  { patient, prescription, items, now }: { patient: number; prescription: number | null; items: readonly About[]; now: Date },
): Promise<SafetyWarning[]> => {
  const given = await findGiven(db, patient, prescription, now)
  return items.flatMap(({ item, name, substances }) => {
    const same = given.find(
      (one) => one.item === item || factsOf(one.name, one).substances.some((substance) => substances.includes(substance)),
    )
    return same ? [givenAlready({ id: same.id, item, name, given: same.name, units: same.units, day: same.day })] : []
  })
}
