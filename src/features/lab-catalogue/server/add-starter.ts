import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { inputsOf, isSameUnit, overlaps, parseFormula } from '../rules.ts'
import {
  starterDeltas,
  starterPanels,
  starterProfiles,
  type StarterPanel,
  type StarterProfile,
  type StarterRange,
} from '../starter/index.ts'
import { lockCatalogue } from './settings.ts'
import { setPanelsOfProfile } from './profiles.ts'
import { findRanges } from './ranges.ts'
import { starterItems } from '#features/catalogue/starter.ts'

/** A test or profile of the starter that looks for its item. */
interface Seeker {
  code: string
  name: string
  /** The code of the starter's item. */
  item?: string
}

interface Candidate {
  id: number
  name: string
  code: string | null
  /** The panel that the first start of the laboratory made of it. */
  made_of_it: number | null
}

/** Laboratory items in use that nothing is charged as, or only the test in words that was made of the item and that no profile needs. */
const findCandidates = async (db: Db): Promise<Candidate[]> => {
  const { rows } = await sql<Candidate>`
    select t.id, lower(t.name) as name, lower(t.code) as code, p.id as made_of_it
    from items t left join lab_panels p on p.item_id = t.id
    where t.category = 'laboratory' and t.is_active and not exists (select from lab_profiles f where f.item_id = t.id)
      and (p.id is null or (p.code = 'T' || t.id and p.kind = 'text'
        and not exists (select from lab_profile_panels n join lab_profiles f on f.id = n.profile_id and f.is_active where n.panel_id = p.id)))
    order by t.id`.execute(db)
  return rows
}

const starterNames = new Map(starterItems.flatMap(({ code, name }) => (code === undefined ? [] : [[code, name.toLowerCase()]])))

/** The item with the code of the starter's item, else the one that is called as it or as the entry; each is given once. */
const chooseItems = (seekers: readonly Seeker[], candidates: readonly Candidate[]) => {
  const given = new Map<string, Candidate>()
  const isFree = ({ id }: Candidate) => ![...given.values()].some((other) => other.id === id)
  const give = ({ code }: Seeker, fits: (candidate: Candidate) => boolean) => {
    const found = given.has(code) ? undefined : candidates.find((candidate) => isFree(candidate) && fits(candidate))
    if (found) given.set(code, found)
  }
  for (const seeker of seekers) if (seeker.item !== undefined) give(seeker, ({ code }) => code === seeker.item?.toLowerCase())
  for (const seeker of seekers) if (seeker.item !== undefined) give(seeker, ({ name }) => name === starterNames.get(seeker.item ?? ''))
  for (const seeker of seekers) give(seeker, ({ name }) => name === seeker.name.toLowerCase())
  return given
}

/** The test in words gives its item away and goes out of use; what was asked for and reported of it stays. Its name is free for another. */
const retire = (db: Db, panels: readonly number[]) =>
  sql`update lab_panels set item_id = null, is_active = false, name = name || ' (' || code || ')', version = version + 1
    where id = any(${panels}::integer[])`.execute(db)

/** Finds the items of the entries, by code of the entry; tests in words that were made of these items give them away. */
const takeItems = async (db: Db, seekers: readonly Seeker[]): Promise<Map<string, number>> => {
  const given = chooseItems(seekers, await findCandidates(db))
  const made = [...given.values()].flatMap(({ made_of_it: panel }) => (panel === null ? [] : [panel]))
  if (made.length > 0) await retire(db, made)
  return new Map([...given].map(([code, { id }]) => [code, id]))
}

/** Results of earlier days, such as those that are imported, are held against the same ranges. */
const VALID_FROM = '2000-01-01'
const STEP = 5

interface There {
  codes: Map<string, { id: number; isNumber: boolean; isActive: boolean }>
  names: Set<string>
  /** Without those of tests in words that were made of items, which give way to the starter's. */
  ownNames: Set<string>
}
const findThere = async (db: Db): Promise<There> => {
  const rows = await db
    .selectFrom('lab_panels')
    .select(['id', 'code', 'kind', 'is_active', sql<string>`lower(name)`.as('name')])
    .execute()
  return {
    codes: new Map(
      rows.map(({ id, code, kind, is_active }) => [
        code,
        { id, isNumber: kind === 'quantitative' || kind === 'calculated', isActive: is_active },
      ]),
    ),
    names: new Set(rows.map(({ name }) => name)),
    ownNames: new Set(rows.filter(({ code }) => !/^T\d+$/.test(code)).map(({ name }) => name)),
  }
}

const inputs = (formula: string): string[] => {
  const read = parseFormula(formula)
  return 'formula' in read ? inputsOf(read.formula) : []
}

/** Those whose code and name nobody uses yet; a calculated one only where what it needs is there or comes too. */
const missingPanels = ({ codes, names }: There, specimens: ReadonlyMap<string, number>): StarterPanel[] => {
  const wanted = starterPanels.filter(
    ({ code, name, specimen }) => !codes.has(code) && !names.has(name.toLowerCase()) && specimens.has(specimen),
  )
  const numbers = new Set(wanted.filter(({ kind }) => kind === 'quantitative').map(({ code }) => code))
  const isThere = (code: string) => numbers.has(code) || (codes.get(code)?.isNumber === true && codes.get(code)?.isActive === true)
  return wanted.filter(({ formula }) => formula === undefined || inputs(formula).every(isThere))
}

const valuesOf = (panel: StarterPanel, specimen: number, item: number | undefined) => ({
  code: panel.code,
  name: panel.name,
  kind: panel.kind,
  specimen_id: specimen,
  section: panel.section,
  unit: panel.unit ?? null,
  decimals: panel.decimals ?? null,
  units: JSON.stringify((panel.units ?? []).map(({ unit, factor, offset = '0' }) => ({ unit, factor, offset }))),
  choices: JSON.stringify(panel.choices ?? []),
  formula: panel.formula ?? null,
  loinc: panel.loinc ?? null,
  is_withheld: panel.is_withheld ?? false,
  for_sex: panel.for_sex ?? null,
  item_id: item ?? null,
  turnaround_minutes: panel.turnaround,
  urgent_turnaround_minutes: Math.ceil(panel.turnaround / 2),
  ...(panel.loinc !== undefined && starterDeltas.get(panel.loinc)),
  position: (starterPanels.indexOf(panel) + 1) * STEP,
})

const audienceOf = ({
  sex = null,
  age_from_days = 0,
  age_to_days = null,
}: {
  sex?: StarterRange['sex'] | null
  age_from_days?: number
  age_to_days?: number | null
}) => ({
  sex,
  age_from_days,
  age_to_days,
  is_pregnant: null,
  valid_from: VALID_FROM,
  valid_until: null,
})

/**
 * Adds the ranges of starter tests that the laboratory measures in the starter's unit, for those whom none of its own ranges is for: a
 * laboratory that had only those of adults gets those of children as well.
 */
const insertRanges = async (db: Db, now: Date) => {
  const rows = await db.selectFrom('lab_panels').select(['id', 'code', 'kind', 'unit', 'loinc']).where('is_active', '=', true).execute()
  const there = new Map(rows.map((row) => [row.code, row]))
  const wanted = starterPanels.flatMap((panel) => {
    const own = there.get(panel.code)
    const isMeant =
      own !== undefined && own.kind === panel.kind && isSameUnit(own.unit, panel.unit ?? null) && (own.loinc ?? panel.loinc) === panel.loinc
    return isMeant && panel.ranges ? [{ id: own.id, ranges: panel.ranges }] : []
  })
  const kept = Map.groupBy(
    await findRanges(
      db,
      wanted.map(({ id }) => id),
    ),
    ({ panel }) => panel,
  )
  const ranges = wanted.flatMap(({ id, ranges: ofPanel }) =>
    ofPanel
      .filter((range) => !(kept.get(id) ?? []).some((other) => overlaps(other, audienceOf(range))))
      .map((range) => ({ ...range, panel_id: id, valid_from: VALID_FROM, created_at: now })),
  )
  if (ranges.length > 0) await db.insertInto('lab_reference_ranges').values(ranges).execute()
  return ranges.length
}

/** Those whose code and name nobody uses yet. */
const findMissingProfiles = async (db: Db): Promise<StarterProfile[]> => {
  const rows = await db
    .selectFrom('lab_profiles')
    .select(['code', sql<string>`lower(name)`.as('name')])
    .execute()
  const taken = new Set(rows.flatMap(({ code, name }) => [code, name]))
  return starterProfiles.filter(({ code, name }) => !taken.has(code) && !taken.has(name.toLowerCase()))
}

const insertProfiles = async (db: Db, profiles: readonly StarterProfile[], items: ReadonlyMap<string, number>) => {
  const { codes } = await findThere(db)
  let added = 0
  for (const profile of profiles) {
    const { code, name, loinc = null } = profile
    const panels = profile.panels.flatMap((panel) => (codes.get(panel)?.isActive ? [codes.get(panel)!.id] : []))
    if (panels.length === 0) continue
    const { id } = await db
      .insertInto('lab_profiles')
      .values({ code, name, loinc, item_id: items.get(`profile ${code}`) ?? null, position: (starterProfiles.indexOf(profile) + 1) * STEP })
      .returning('id')
      .executeTakeFirstOrThrow()
    await setPanelsOfProfile(db, id, panels)
    added += 1
  }
  return added
}

/**
 * Adds the tests, reference ranges and profiles that most laboratories have. What is there by code or by name stays as it is, but for ages that no
 * range covers. Ranges are not confirmed by the laboratory until a person does that. Each test is charged
 * as the clinic's item with the starter's code or name, where there is one and nothing else is charged as it; the tests in words that were
 * made of such items give them away and go out of use. Answers how many of each were added; called again it adds none. Whoever calls tells
 * the trail and the screens.
 */
export const addStarterTests = async (db: Db, now: Date): Promise<{ panels: number; profiles: number; ranges: number }> => {
  await lockCatalogue(db)
  const rows = await db.selectFrom('lab_specimens').select(['id', 'code']).where('is_active', '=', true).execute()
  const specimens = new Map(rows.map(({ id, code }) => [code, id]))
  const missing = await findMissingProfiles(db)
  const before = await findThere(db)
  const seekers = [
    ...missing.map((profile) => ({ ...profile, code: `profile ${profile.code}` })),
    ...starterPanels.filter(
      ({ code, name, specimen }) => !before.codes.has(code) && !before.ownNames.has(name.toLowerCase()) && specimens.has(specimen),
    ),
  ]
  const items = await takeItems(db, seekers)
  const panels = missingPanels(await findThere(db), specimens)
  if (panels.length > 0)
    await db
      .insertInto('lab_panels')
      .values(panels.map((panel) => valuesOf(panel, specimens.get(panel.specimen)!, items.get(panel.code))))
      .execute()
  const ranges = await insertRanges(db, now)
  return { panels: panels.length, profiles: await insertProfiles(db, missing, items), ranges }
}
