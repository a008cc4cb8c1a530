import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createConsultation, saveConsultation } from '#features/consultations/contract.ts'
import { listDiagnosisCodes } from '#features/diagnoses/contract.ts'
import { createPrescription, listPrescriptions } from '#features/prescriptions/contract.ts'
import { checkPrescription, listPrescribableItems } from '#features/prescriptions/contract-writing.ts'
import { listReferrals } from '#features/referrals/contract.ts'
import { getTimeline } from '#features/timeline/contract.ts'
import { listCriticalTriages, updateTriage } from '#features/triage/contract.ts'
import { getWorkspace } from '#features/workspace/contract.ts'
import type { Db } from '#platform/db/connect.ts'
import { LONG } from '../dataset-clinical.ts'
import { openVisits, type OpenedVisit } from './open-visits.ts'
import { endless, once } from './sample.ts'
import { both, halves, type NextAct, type Scenario } from './scenarios.ts'

const SEARCH = { p95: 30 }
const WRITE = { p95: 40 }
/** More than are asked for in a second on any machine that this runs on. */
const A_SECOND = 600

const longPatient = async (db: Db) => {
  const { rows } = await sql<{ id: number; middle: string }>`
    select patient_id as id, (array_agg(created_at order by created_at))[count(*) / 2]::text as middle from visits
    where source like ${`${LONG.source}%`} group by 1`.execute(db)
  const [found] = rows
  if (!found) throw new Error('Nobody has many visits: the population is too small.')
  return { id: found.id, cursor: Buffer.from(JSON.stringify([found.middle, 0])).toString('base64url') }
}

const diagnosesTyped = async (db: Db) => {
  const { rows } = await sql<{ title: string }>`select title from diagnosis_codes order by md5(id::text) limit 4000`.execute(db)
  const titles = rows.map(({ title }) => title)
  return titles.map((title, i) => {
    const [first = '', ...rest] = title.split(/[ ,]+/)
    return i % 3 === 0
      ? first.slice(0, 4 + (i % 4))
      : i % 3 === 1
        ? `${first.slice(0, 4)} ${rest.at(-1)?.slice(0, 4)}`
        : (rest.find((one) => one.length > 4) ?? first).slice(0, 5)
  })
}
const drugsTyped = async (db: Db) => {
  const { rows } = await sql<{ name: string }>`select name from items where category in ('drug', 'consumable') order by md5(name)`.execute(
    db,
  )
  return rows.map(({ name }, i) => name.slice(0, 3 + (i % 5)))
}

const searching = (
  endpoint: typeof listDiagnosisCodes | typeof listPrescribableItems,
  words: readonly string[],
  more: Record<string, string | number>,
) =>
  halves(words).map((part) => {
    const next = endless(part)
    return (): ReturnType<NextAct> => ({ endpoint, query: { q: next(), ...more } })
  }) as [NextAct, NextAct]

/** Five drugs that go together, as they are typed. */
const lines = [
  ['DRG-01', '2 tabs tds 3/7'],
  ['DRG-10', '1 cap bd 14/7 before food'],
  ['DRG-19', '1 sachet bd 3/7'],
  ['DRG-20', '1 tab od 10/7'],
  ['DRG-15', '1 tab od 30/7'],
] as const
const fiveLines = async (db: Db) => {
  const { rows } = await sql<{
    id: number
    code: string
  }>`select id, code from items where code in (${sql.join(lines.map(([code]) => code))})`.execute(db)
  return lines.map(([code, directions]) => ({ item: rows.find((row) => row.code === code)?.id ?? 0, directions }))
}

type Make = (visits: readonly OpenedVisit[]) => NextAct
const ofVisits = async (db: Db, count: number, without: Parameters<typeof openVisits>[2], make: Make): Promise<[NextAct, NextAct]> => {
  const [a, b] = halves(await openVisits(db, count, without))
  return [make(a), make(b)]
}

/** What only reads; run before anything is written. */
export const clinicalReads: readonly Scenario[] = [
  {
    name: `workspace of a patient with ${LONG.visits} visits`,
    warmUp: 1,
    acts: async (_, db) => {
      const { id } = await longPatient(db)
      return both(() => () => ({ endpoint: getWorkspace, params: { id } }))
    },
  },
  {
    name: 'workspace of somebody in the house',
    warmUp: 1,
    acts: async (_, db) => {
      const { rows } = await sql<{ id: number }>`select patient_id as id from visits where closed_at is null`.execute(db)
      return both(() => {
        const next = endless(rows)
        return () => ({ endpoint: getWorkspace, params: { id: next().id } })
      })
    },
  },
  {
    name: 'time line: first page',
    warmUp: 1,
    acts: async ({ patients }) =>
      both(() => {
        const next = endless(patients)
        return () => ({ endpoint: getTimeline, params: { id: next().id } })
      }),
  },
  {
    name: `time line of ${LONG.visits} visits: first page`,
    warmUp: 1,
    acts: async (_, db) => {
      const { id } = await longPatient(db)
      return both(() => () => ({ endpoint: getTimeline, params: { id } }))
    },
  },
  {
    name: `time line of ${LONG.visits} visits: a page in the middle`,
    warmUp: 1,
    acts: async (_, db) => {
      const { id, cursor } = await longPatient(db)
      return both(() => () => ({ endpoint: getTimeline, params: { id }, query: { cursor } }))
    },
  },
  {
    name: 'diagnoses: search as it is typed, 75,000 terms',
    aim: SEARCH,
    warmUp: 1,
    acts: async (_, db) => searching(listDiagnosisCodes, await diagnosesTyped(db), { active: 'true' }),
  },
  {
    name: 'drugs: search as it is typed, with the price of the payer',
    aim: SEARCH,
    warmUp: 1,
    acts: async (_, db) => {
      const { rows } = await sql<{ id: number }>`select id from visits where closed_at is null limit 1`.execute(db)
      return searching(listPrescribableItems, await drugsTyped(db), { attendance_process: rows[0]?.id ?? 0, limit: 10 })
    },
  },
  {
    name: 'prescriptions: the queue of the pharmacy',
    warmUp: 1,
    acts: async () => both(() => () => ({ endpoint: listPrescriptions, query: { status: 'pending' } })),
  },
  { name: 'prescriptions: first page', warmUp: 1, acts: async () => both(() => () => ({ endpoint: listPrescriptions })) },
  {
    name: 'referrals that wait for me',
    warmUp: 1,
    acts: async () => both(() => () => ({ endpoint: listReferrals, query: { to_me: 'true' } })),
  },
  { name: 'critical values that nobody has seen', warmUp: 1, acts: async () => both(() => () => ({ endpoint: listCriticalTriages })) },
]

/** A set of vital signs that is another one each time. */
const vitals = (n: number) => ({
  temperature: 36 + (n % 30) / 10,
  pulse: 60 + (n % 60),
  systolic: 110 + (n % 50),
  diastolic: 64 + (n % 20),
  respiration: 14 + (n % 8),
  spo2: 93 + (n % 7),
  on_oxygen: false,
  consciousness: 'alert',
})

const saving = (notes: readonly { id: number; version: number }[]): NextAct => {
  let next = 0
  return () => {
    const { id, version } = notes[next % notes.length]!
    const round = Math.floor(next++ / notes.length)
    const history = `Fever and cough for three days, worse at night. ${'Drinks well. '.repeat(1 + (round % 12))}`
    return { endpoint: saveConsultation, params: { id }, body: { history, version: version + round } }
  }
}

const prescribing = (visits: readonly OpenedVisit[], drugs: Awaited<ReturnType<typeof fiveLines>>): NextAct => {
  const next = once(visits)
  return () => {
    const visit = next()
    return visit && { endpoint: createPrescription, key: randomUUID(), body: { attendance_process: visit.id, prescribed_drugs: drugs } }
  }
}

export const clinicalWrites: readonly Scenario[] = [
  {
    name: 'a prescription of five lines checked as it is typed',
    aim: SEARCH,
    warmUp: 0.5,
    acts: async (_, db) => {
      const drugs = await fiveLines(db)
      return ofVisits(db, 1000, 'prescription', (visits) => {
        const next = endless(visits)
        return () => {
          const { id, patient } = next()
          return { endpoint: checkPrescription, body: { patient, attendance_process: id, lines: drugs } }
        }
      })
    },
  },
  {
    name: 'vital signs: the first set of a visit',
    aim: WRITE,
    warmUp: 0.5,
    acts: async (_, db, seconds) =>
      ofVisits(db, Math.ceil((seconds + 0.5) * A_SECOND) * 2, 'triage', (visits) => {
        const next = once(visits)
        return () => {
          const visit = next()
          return visit && { endpoint: updateTriage, params: { id: visit.triage }, body: { ...vitals(visit.id), level: 1 + (visit.id % 5) } }
        }
      }),
  },
  {
    name: 'begin a note',
    aim: WRITE,
    warmUp: 0.5,
    acts: async (_, db, seconds) =>
      ofVisits(db, Math.ceil((seconds + 0.5) * A_SECOND) * 2, 'note', (visits) => {
        const next = once(visits)
        return () => {
          const visit = next()
          return (
            visit && {
              endpoint: createConsultation,
              key: randomUUID(),
              body: { attendance_process: visit.id, complaint: 'Fever since yesterday' },
            }
          )
        }
      }),
  },
  {
    name: 'a note saved as it is typed',
    warmUp: 0.5,
    acts: async (_, db) => {
      const visits = (await openVisits(db, 2000, 'nothing')).map(({ id }) => id)
      await sql`
        insert into consultations (visit_id, patient_id, doctor_id, complaint, created_at, changed_at, changed_by)
        select v.id, v.patient_id, u.id, v.reason, now(), now(), u.id from visits v, (select min(id) as id from users) u
        where v.id = any(${visits}::integer[]) on conflict do nothing`.execute(db)
      const { rows } = await sql<{ id: number; version: number }>`
        select id, version from consultations where visit_id = any(${visits}::integer[]) and signed_at is null and doctor_id = (select min(id) from users)
        order by id`.execute(db)
      const [a, b] = halves(rows)
      return [saving(a), saving(b)]
    },
  },
  {
    name: 'prescribe five lines: safety check, charges',
    aim: WRITE,
    warmUp: 0.5,
    acts: async (_, db, seconds) => {
      const drugs = await fiveLines(db)
      return ofVisits(db, Math.ceil((seconds + 0.5) * A_SECOND), 'prescription', (visits) => prescribing(visits, drugs))
    },
  },
]
