import { sql } from 'kysely'
import type { LabTestRequestPanel } from '#features/laboratory/contract.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'

interface OneSided {
  id: number
  name: string
  for_sex: 'male' | 'female'
}
const sexes = { male: 'men', female: 'women' }

/** Those that are for the other sex than the patient is recorded with; none where that is neither of the two. */
const findOfOtherSex = async (db: Db, patient: number, panels: readonly number[]) => {
  const { rows } = await sql<OneSided>`
    select p.id, p.name, p.for_sex from lab_panels p join patients x on x.id = ${patient}
    where p.id = any(${panels}::integer[]) and x.gender in ('male', 'female') and p.for_sex::text <> x.gender::text
    order by p.position, p.name`.execute(db)
  return rows
}

interface Asked {
  patient: number
  sexOverride: string | null
}
/**
 * Answers which of these tests are for the other sex than the patient is recorded with. 409 `other_sex` with them where there are any and
 * nobody said why they are asked for.
 */
export const requireReason = async (db: Db, { patient, sexOverride }: Asked, panels: readonly number[]): Promise<ReadonlySet<number>> => {
  const tests = await findOfOtherSex(db, patient, panels)
  const [first] = tests
  if (first && sexOverride === null) {
    const names = tests.map(({ name }) => name).join(', ')
    const recorded = first.for_sex === 'male' ? 'female' : 'male'
    throw conflict(`Only for ${sexes[first.for_sex]}: ${names}. This patient is recorded as ${recorded}: say why.`, { tests }, 'other_sex')
  }
  return new Set(tests.map(({ id }) => id))
}

/** What the trail keeps of tests that were asked for although they are for the other sex: nothing where there are none. */
export const overrideOf = (panels: readonly Pick<LabTestRequestPanel, 'test_panel' | 'sex_override'>[]) => {
  const against = panels.filter(({ sex_override }) => sex_override !== null)
  const [first] = against
  return first ? { sex_override: first.sex_override, other_sex: against.map(({ test_panel }) => test_panel) } : {}
}
