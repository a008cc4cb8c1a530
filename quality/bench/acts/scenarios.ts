import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { moveVisit, startVisit } from '#features/attendance/contract.ts'
import { getBoard } from '#features/board/contract.ts'
import { createPatient, getPatient, listPatients, searchPatients } from '#features/patients/contract.ts'
import { login } from '#features/users/contract.ts'
import type { Db } from '#platform/db/connect.ts'
import { generatePatients } from '../../../db/seed/people.ts'
import { PASSWORD, PEOPLE, TODAY } from '../dataset.ts'
import type { Act } from '../server/direct.ts'
import { endless, once, type Sample } from './sample.ts'

/** Answers what to do next; null when there is nothing left. */
export type NextAct = () => Act | null

export interface Scenario {
  name: string
  /** What the clinic wants of it. */
  aim?: { per_second?: number; p95?: number; p99?: number }
  isPublic?: true
  /** An empty list is counted as an error. */
  mustFind?: true
  warmUp: number
  /** Paper comes of it, which is made for HTTP only: it is measured alone. */
  isPrinted?: true
  /** How often one person asks alone, where 200 times would take too long. */
  times?: number
  /** Two streams that never do the same: one for HTTP, one for the work without it. */
  acts: (sample: Sample, db: Db, seconds: number) => Promise<[NextAct, NextAct]>
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** The n-th slip of the finger in a word: a letter left out, doubled, replaced, or two that changed places. */
export const slip = (word: string, n: number) => {
  const at = 1 + (n % Math.max(1, word.length - 2))
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
  const slips = [
    before + after,
    before + letter + letter + after,
    before + LETTERS.charAt(n % 26) + after,
    before + after.charAt(0) + letter + after.slice(1),
  ]
  return slips[n % slips.length] as string
}

const local = (phone: string) => (phone.startsWith('+254') ? `0${phone.slice(4)}` : phone)

const asking = (queries: readonly string[]): NextAct => {
  const next = endless(queries)
  return () => ({ endpoint: searchPatients, query: { q: next() } })
}

const search = (name: string, queries: (sample: Sample) => string[], more: Partial<Scenario> = {}): Scenario => ({
  name,
  mustFind: true,
  warmUp: 1,
  acts: async (sample) => {
    const all = queries(sample)
    const half = Math.floor(all.length / 2)
    return [asking(all.slice(half)), asking(all.slice(0, half))]
  },
  ...more,
})

const FAST = { per_second: 2000 }
const named = ({ patients }: Sample, least: number) => patients.filter((p) => p.first_name.length >= least && p.second_name.length >= least)
const nameOf = (p: Sample['patients'][number], i: number) =>
  i % 2 ? `${p.second_name} ${p.first_name}` : `${p.first_name} ${p.second_name}`

export const searches: readonly Scenario[] = [
  search('search: one common name', ({ common }) => common, { aim: FAST }),
  search('search: two names', (sample) => named(sample, 3).map(nameOf), { aim: FAST }),
  search(
    'search: a name being typed',
    (sample) => named(sample, 4).map((p, i) => p.first_name.slice(0, 3 + (i % (p.first_name.length - 3)))),
    { aim: FAST },
  ),
  search('search: two letters', (sample) => named(sample, 3).map((p, i) => (i % 2 ? p.first_name : p.second_name).slice(0, 2))),
  search('search: a rare name', ({ rare }) => rare),
  search('search: a typing error', (sample) => named(sample, 5).map((p, i) => `${slip(p.first_name, i)} ${p.second_name}`), {
    aim: { p95: 30 },
  }),
  search('search: telephone', ({ patients }) => patients.flatMap(({ phone }, i) => (phone ? [i % 2 ? local(phone) : phone] : []))),
  search('search: number', ({ patients }) => patients.map(({ unique_id }) => unique_id)),
].map((scenario) => {
  // What is misspelt may be nobody's name any more.
  if (scenario.name.includes('error') || scenario.name.includes('typed')) delete scenario.mustFind
  return scenario
})

export const halves = <T>(items: readonly T[]): [T[], T[]] => [
  items.slice(0, Math.floor(items.length / 2)),
  items.slice(Math.floor(items.length / 2)),
]

// Two streams of newcomers with phones and relatives, born a little apart from everybody who is there.
const newcomers = (seed: string): NextAct => {
  const people = generatePatients({ seed, count: 200_000, today: TODAY })
  return () => {
    const { value } = people.next()
    if (!value) return null
    const { first_name, second_name, other_names, single_name, gender, date_of_birth, phone, residence, next_of_kin: kin } = value
    const contact = { tel_no: kin.phone, residence }
    const next_of_kin = [{ first_name: kin.first_name, second_name: kin.second_name || undefined, relationship: kin.relationship, contact }]
    const names = { first_name, second_name: second_name || undefined, other_names, single_name }
    return {
      endpoint: createPatient,
      key: randomUUID(),
      body: { ...names, gender, date_of_birth, phone, residence, next_of_kin, not_a_duplicate: true },
    }
  }
}

const starts = (ids: readonly number[]): NextAct => {
  const next = once(ids)
  return () => {
    const patient = next()
    return patient === null
      ? null
      : { endpoint: startVisit, key: randomUUID(), body: { patient, reason: 'Fever since yesterday', track: 'reception' } }
  }
}

const moves = (visits: readonly { id: number; version: number }[]): NextAct => {
  let next = 0
  return () => {
    if (visits.length < 32) return null
    const { id, version } = visits[next % visits.length] as (typeof visits)[number]
    const round = Math.floor(next++ / visits.length)
    return { endpoint: moveVisit, params: { id }, body: { track: round % 2 ? 'reception' : 'triage', version: version + round } }
  }
}

const people = Array.from({ length: PEOPLE }, (_, i) => ({ email: `person${i}@bench.example`, password: PASSWORD }))
export const both = (make: () => NextAct): [NextAct, NextAct] => [make(), make()]

export const frontDesk: readonly Scenario[] = [
  {
    name: 'patient by id, read audited',
    aim: { per_second: 5000 },
    warmUp: 1,
    acts: async ({ patients }) =>
      both(() => {
        const next = endless(patients)
        return () => ({ endpoint: getPatient, params: { id: next().id } })
      }),
  },
  {
    name: 'first page of the list',
    aim: { per_second: 3500 },
    warmUp: 1,
    acts: async () => both(() => () => ({ endpoint: listPatients })),
  },
  ...searches,
  { name: 'board of a full house', warmUp: 1, acts: async () => both(() => () => ({ endpoint: getBoard })) },
  {
    name: 'sign in',
    isPublic: true,
    warmUp: 0,
    acts: async () =>
      both(() => {
        const next = endless(people)
        return () => ({ endpoint: login, body: next() })
      }),
  },
  {
    name: 'register a patient with kin',
    aim: { per_second: 1500, p99: 30 },
    warmUp: 0.5,
    acts: async () => [newcomers('newcomers'), newcomers('others')],
  },
  {
    name: 'start a visit',
    warmUp: 0.5,
    acts: async (_, db) => {
      const { rows } = await sql<{ id: number }>`
        select id from patients p where deactivated_at is null
          and not exists (select from visits v where v.patient_id = p.id and v.closed_at is null) order by id`.execute(db)
      const [a, b] = halves(rows.map(({ id }) => id))
      return [starts(a), starts(b)]
    },
  },
  {
    name: 'move a visit',
    warmUp: 0.5,
    acts: async (_, db) => {
      const rows = await db
        .selectFrom('visits')
        .select(['id', 'version'])
        .where('track', '=', 'reception')
        .where('source', 'is', null)
        .orderBy('id')
        .execute()
      const [a, b] = halves(rows)
      return [moves(a), moves(b)]
    },
  },
]
