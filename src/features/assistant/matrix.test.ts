import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Asker, Dimension, Subject } from '#platform/questions/subject.ts'
import { connect, type Connection, type Db } from '#platform/db/connect.ts'
import { ASKED_AT } from '#platform/questions/asked-at.ts'
import { type Permission, permissions, seededGroups } from '#shared/permissions.ts'
import { cloneDatabase } from '../../testing/databases/clone.ts'
import { nothingAsked } from '../../testing/questions/questions.ts'
import { subjects, vocabularies } from './catalogue.ts'
import { grains, type Filter, type Query } from './query.ts'
import { mayAsk, rightsToRows } from './rights.ts'
import { columnsFor, figuresSql, rowsSql } from './server/compile.ts'
import { readQuestion } from './read/read-question.ts'
import { findClinic, knowledgeFor } from './server/engine.ts'
import { openVocabularies } from './server/vocabularies.ts'

// Every figure, every way to tell it apart and every column, asked by everybody: what is declared later is covered the day it is declared.

const NOW = new Date('2026-03-02T09:00:00Z')
const staff = Object.entries(seededGroups).filter(([group]) => group !== 'Patient')
const name = { first_name: 'Ruth', last_name: 'Wambui', patient_id: null }
const askerWith = (held: readonly string[], role: Asker['role'] = 'receptionist') => ({ id: 1, role, permissions: new Set(held), ...name })
const patient = { id: 1, label: 'Wanjiku Kamau (P-1)' }

const filterBy = (dimension: string, { is, ...rest }: Dimension): Filter => {
  if (is === 'choice') return { is, dimension, values: Object.keys('values' in rest ? rest.values : {}) }
  return is === 'named' ? { is, dimension, ids: [1], label: 'x' } : { is, dimension, at_least: 1, below: 9 }
}

interface Case {
  subject: Subject
  query: Query
  needs: readonly Permission[]
}
const casesOf = (subject: Subject): Case[] => {
  const measures = Object.keys(subject.measures)
  const dimensions = Object.entries(subject.dimensions)
  const base = { ...nothingAsked, subject: subject.name }
  const of = (query: Partial<Query>, more: readonly Permission[] = []) => ({
    subject,
    query: { ...base, ...query },
    needs: [...subject.access, ...more],
  })
  return [
    ...measures.map((measure) => of({ measure })),
    ...dimensions.flatMap(([key, { access = [] }]) => [
      of({ measure: measures[0]!, groups: [key] }, access),
      of({ measure: measures[0]!, filters: [filterBy(key, subject.dimensions[key]!)] }, access),
    ]),
    ...(subject.list ? [of({ ask: 'rows' })] : []),
    ...(subject.list?.columns ?? []).map(({ key, access = [] }) => of({ ask: 'rows', column: key }, access)),
    ...(subject.patient ? [of({ ask: 'rows', patient }, ['patients.view'])] : []),
  ]
}
const cases = subjects.flatMap(casesOf)

let database: Awaited<ReturnType<typeof cloneDatabase>>
let reader: Connection
beforeAll(async () => {
  database = await cloneDatabase()
  reader = connect(database.logins.kliniki_read, 'kliniki_read', { max: 4 })
})
afterAll(async () => {
  await reader.close()
  await database.drop()
})

test('everything is asked by whoever holds every right that it needs, and by nobody else', () => {
  expect(cases.length).toBeGreaterThan(600)
  for (const { subject, query, needs } of cases) {
    for (const [group, held] of staff) {
      const may = needs.every((right) => held.includes(right))
      expect([group, query, mayAsk(askerWith(held), query, subject)]).toEqual([group, query, may])
    }
    // Each right counts: all but one of them are not enough.
    for (const missing of needs) {
      const held = permissions.filter((right) => right !== missing)
      expect([missing, query, mayAsk(askerWith(held), query, subject)]).toEqual([missing, query, false])
    }
  }
})

test('a patient asks about their own record alone, whatever rights a group gives them', () => {
  const asker = askerWith(permissions, 'patient')
  for (const { subject, query } of cases) {
    const isOwn = subject.own === true && query.column !== 'alerts'
    expect([query, mayAsk(asker, query, subject)]).toEqual([query, isOwn && query.patient !== null])
    expect([query, mayAsk(asker, { ...query, patient }, subject)]).toEqual([query, isOwn])
  }
  const record = cases.find(({ subject: { name }, query: { ask, column } }) => name === 'patients' && ask === 'rows' && column === null)!
  const shown = columnsFor({ ...record, asker, zone: 'Africa/Nairobi', today: '2026-03-02' }).map(({ key }) => key)
  expect([shown.includes('phone'), shown.includes('alerts')]).toEqual([true, false])
  expect(
    subjects
      .filter(({ own }) => own)
      .map((subject) => subject.name)
      .toSorted(),
  ).toEqual([
    'allergies',
    'appointments',
    'debts',
    'documents',
    'invoices',
    'lab_results',
    'medicines',
    'patients',
    'payments',
    'pregnancies',
    'prescribed',
  ])
})

test('every subject needs a right, what is one’s own has a patient, and only tests and substances are named by everybody', () => {
  for (const subject of subjects) expect(subject.access.length, subject.name).toBeGreaterThan(0)
  for (const subject of subjects) if (subject.own) expect(subject.patient, subject.name).toBeDefined()
  const open = vocabularies.filter(({ access }) => access === undefined).map((vocabulary) => vocabulary.name)
  expect(open.toSorted()).toEqual(['profile', 'specimen', 'substance', 'test'])
})

test('who sees more rows than others who may ask sees them by a right that is known', () => {
  // Whom an announcement is for no right changes.
  const limited = subjects.filter(({ name, rows }) => rows && name !== 'announcements')
  const more = limited.map((subject) => [subject.name, ...rightsToRows(askerWith(permissions), subject)])
  expect(more.toSorted(([one = ''], [other = '']) => one.localeCompare(other))).toEqual([
    ['lab_results', 'laboratory.enter', 'laboratory.approve'],
    ['prices', 'prices.view'],
  ])
  for (const subject of limited) {
    expect(subject.rows!(askerWith(permissions))).toBeUndefined()
    expect(subject.rows!(askerWith(subject.access))).toBeDefined()
    expect(rightsToRows(askerWith(subject.access), subject)).toEqual([])
  }
})

test('columns that need a right are shown to whoever holds it', () => {
  for (const subject of subjects)
    for (const { key, access = [] } of subject.list?.columns ?? [])
      for (const right of access) {
        const shown = (held: readonly string[], column: string | null) =>
          columnsFor({
            query: { ...nothingAsked, ask: 'rows', column },
            subject,
            asker: askerWith(held),
            zone: 'UTC',
            today: '2026-03-02',
          }).map((column) => column.key)
        expect(shown(permissions, null)).toContain(key)
        const rest = permissions.filter((one) => one !== right)
        expect(shown(rest, null)).not.toContain(key)
        expect(shown(rest, key)).not.toContain(key)
      }
})

test('what is read as a question about rows that one may not see is refused for that reason', async () => {
  const parts = { reader: reader.db, vocabularies: openVocabularies(reader.db), now: NOW }
  const clinic = await findClinic(reader.db, NOW)
  const read = async (question: string, person: ReturnType<typeof askerWith>) =>
    readQuestion(question, await knowledgeFor(person, null, clinic, parts))
  const all = askerWith(permissions)
  const plain = subjects.map(({ examples }) =>
    examples.find((example) => !/[A-Z]\w+ [A-Z]|\b(?:malaria|penicillin|amoxicillin)\b/.test(example)),
  )
  // Every other one: it is reading that takes the time.
  for (const example of plain.filter((one, index) => one !== undefined && index % 2 === 0) as string[]) {
    const reading = await read(example, all)
    if (reading.is !== 'query') continue
    const { query } = reading
    const subject = subjects.find((one) => one.name === query.subject)!
    const named = query.filters.some(({ is }) => is === 'named')
    for (const [group, held] of [
      ['nobody', []],
      ['Storekeeper', seededGroups['Storekeeper']!],
    ] as const) {
      const asked = await read(example, askerWith(held))
      const may = mayAsk(askerWith(held), query, subject)
      const stated = asked.is === 'refused' ? asked.reason : asked.is
      if (may) expect([example, group, stated]).toEqual([example, group, 'query'])
      // Whoever may see other rows may be answered from those; nobody is answered from these.
      else if (asked.is === 'query')
        expect([
          example,
          group,
          mayAsk(
            askerWith(held),
            asked.query,
            subjects.find((one) => one.name === asked.query.subject)!,
          ),
        ]).toEqual([example, group, true])
      // Names are known to those who may see what they name.
      else expect([example, group, named ? ['right', 'words'] : ['right']]).toEqual([example, group, expect.arrayContaining([stated])])
    }
    const own = await read(example, askerWith([], 'patient'))
    expect([example, own.is === 'refused' && own.reason]).toEqual([example, 'own'])
  }
})

const compiling = (query: Query, subject: Subject) => ({
  query,
  subject,
  asker: askerWith(permissions),
  zone: 'Africa/Nairobi',
  today: '2026-03-02',
})
const pairs = (subject: Subject, measure: string): string[][] => {
  const times = subject.at || subject.measures[measure]!.at ? [...grains] : []
  const dimensions = Object.keys(subject.dimensions)
  return Array.from({ length: Math.max(times.length, dimensions.length) }, (_, at) =>
    [dimensions[at % dimensions.length], times[at % Math.max(1, times.length)]].filter((one) => one !== undefined),
  )
}

test('the SQL of every figure by everything, of every filter and every list is sound for the role that only reads', async () => {
  let asked = 0
  await reader.db.transaction().execute(async (db: Db) => {
    await sql`select set_config(${ASKED_AT}, ${NOW.toISOString()}, true)`.execute(db)
    for (const subject of subjects) {
      for (const measure of Object.keys(subject.measures))
        for (const groups of pairs(subject, measure)) {
          await sql`explain ${figuresSql(compiling({ ...nothingAsked, subject: subject.name, measure, groups }, subject))}`.execute(db)
          asked += 1
        }
      const filters = Object.entries(subject.dimensions).map(([key, dimension]) => filterBy(key, dimension))
      const not = filters.map((filter) => (filter.is === 'number' ? filter : { ...filter, not: true as const }))
      for (const given of [filters, not]) {
        const query = { ...nothingAsked, subject: subject.name, filters: given, ...(subject.patient && { patient }) }
        await sql`explain ${figuresSql(compiling({ ...query, measure: Object.keys(subject.measures)[0]! }, subject))}`.execute(db)
        if (subject.list) await sql`explain ${rowsSql(compiling({ ...query, ask: 'rows' }, subject))}`.execute(db)
      }
    }
  })
  expect(asked).toBeGreaterThan(900)
})
