import { sql, type Insertable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { LabPanels, LabProfiles, LabReferenceRanges } from '#platform/db/tables.gen.ts'

// Four digits from the first one on: names sort as they were made.
let serial = 1000

type PanelValues = Omit<Partial<Insertable<LabPanels>>, 'choices' | 'units'> & {
  choices?: readonly { value: string; flag: 'normal' | 'abnormal' | 'critical' }[]
  units?: readonly { unit: string; factor: string; offset: string }[]
}

/** The specimen with this code: the seeded ones are there. */
export const specimenOf = async (db: Db, code: string): Promise<number> =>
  (await db.selectFrom('lab_specimens').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id

/** A test of the laboratory by SQL: a number in mmol/L measured in serum, without item and ranges, unless said otherwise. */
export const aLabPanel = async (db: Db, { choices, units, ...overrides }: PanelValues = {}) => {
  const kind = overrides.kind ?? (choices ? 'qualitative' : 'quantitative')
  return db
    .insertInto('lab_panels')
    .values({
      code: `TEST${++serial}`,
      name: `Test ${serial}`,
      unit: kind === 'quantitative' || kind === 'calculated' ? 'mmol/L' : null,
      section: 'Chemistry',
      ...overrides,
      kind,
      specimen_id: overrides.specimen_id ?? (await specimenOf(db, 'SER')),
      ...(choices && { choices: JSON.stringify(choices) }),
      ...(units && { units: JSON.stringify(units) }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A profile of these panels, in this order, by SQL; without item unless one is named. */
export const aLabProfile = async (db: Db, panels: readonly { id: number }[], overrides: Partial<Insertable<LabProfiles>> = {}) => {
  const profile = await db
    .insertInto('lab_profiles')
    .values({ code: `PROFILE${++serial}`, name: `Profile ${serial}`, ...overrides })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (panels.length > 0)
    await db
      .insertInto('lab_profile_panels')
      .values(panels.map(({ id }, index) => ({ profile_id: profile.id, panel_id: id, position: index + 1 })))
      .execute()
  return profile
}

const IN_WORDS = 'As the method says'
/** A reference in words alone by SQL: results have no flag by it, and are approved with others. */
export const aReference = (db: Db, panel: { id: number }) =>
  db
    .insertInto('lab_reference_ranges')
    .values({ panel_id: panel.id, valid_from: '2000-01-01', created_at: new Date('2000-01-01T00:00:00Z'), text: IN_WORDS })
    .execute()

/** Ends the reference in words before it began: no range covers anybody. */
export const withoutReference = (db: Db, panel: { id: number }) =>
  sql`update lab_reference_ranges set valid_until = valid_from where panel_id = ${panel.id} and text = ${IN_WORDS}`.execute(db)

/** A reference range of the panel by SQL: for everybody, from long ago, without limits unless they are named. It takes the place of one in words. */
export const aRange = async (db: Db, panel: { id: number }, overrides: Partial<Insertable<LabReferenceRanges>> = {}) => {
  await withoutReference(db, panel)
  return db
    .insertInto('lab_reference_ranges')
    .values({ panel_id: panel.id, valid_from: '2020-01-01', created_at: new Date('2020-01-01T00:00:00Z'), ...overrides })
    .returningAll()
    .executeTakeFirstOrThrow()
}
