import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createLabTestRequest, listLabTestRequests, listSamples } from '#features/laboratory/contract.ts'
import { listOrderables } from '#features/lab-catalogue/contract.ts'
import { getCumulative, printLabReport } from '#features/laboratory/contract-reports.ts'
import { approveResults, enterResults, getEntry, getLabCounts, getWorklist } from '#features/laboratory/contract-results.ts'
import type { Db } from '#platform/db/connect.ts'
import { openVisits } from './open-visits.ts'
import { endless } from './sample.ts'
import { both, halves, type NextAct, type Scenario } from './scenarios.ts'

const READ = { p95: 20 }
const WRITE = { p95: 40 }
const LIST = { p95: 50 }

const reported = async (db: Db): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select p.id from visits v join process_test_requests p on p.visit_id = v.id where v.track_number like 'BLD-%' order by md5(p.id::text) limit 4000`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
const overReported =
  (act: (process: number) => ReturnType<NextAct>): Scenario['acts'] =>
  async (_, db) => {
    const rows = await reported(db)
    return both(() => {
      const next = endless(rows)
      return () => act(next())
    })
  }

/** What only reads; run before anything is written. */
export const laboratoryReads: readonly Scenario[] = [
  {
    name: 'laboratory: a work list of 500 samples',
    aim: LIST,
    times: 40,
    warmUp: 1,
    acts: async () => both(() => () => ({ endpoint: getWorklist, query: { show: 'work', limit: 500 } })),
  },
  { name: 'laboratory: counts', aim: READ, warmUp: 1, acts: async () => both(() => () => ({ endpoint: getLabCounts, query: {} })) },
  {
    name: 'laboratory: samples to collect, first page',
    aim: READ,
    warmUp: 1,
    acts: async () => both(() => () => ({ endpoint: listSamples, query: { state: 'to collect', limit: 25 } })),
  },
  {
    name: 'laboratory: requests, first page',
    aim: READ,
    warmUp: 1,
    acts: async () => both(() => () => ({ endpoint: listLabTestRequests, query: { limit: 25 } })),
  },
  {
    name: 'laboratory: tests that can be ordered, by what is typed',
    aim: READ,
    warmUp: 1,
    acts: async () =>
      both(() => {
        const next = endless(['glu', 'blood count', 'hiv', 'urea', ''])
        return () => ({ endpoint: listOrderables, query: { q: next(), limit: 20 } })
      }),
  },
  {
    name: 'laboratory: the tests of a visit, for entering',
    aim: READ,
    warmUp: 1,
    acts: overReported((process_id) => ({ endpoint: getEntry, params: { process_id } })),
  },
  {
    name: 'laboratory: 10,000 results of a patient',
    aim: { p95: 100 },
    times: 40,
    warmUp: 1,
    acts: async (_, db) => {
      const { id } = await db.selectFrom('patients').select('id').where('unique_id', '=', 'BL-1').executeTakeFirstOrThrow()
      return both(() => () => ({ endpoint: getCumulative, params: { patient_id: id }, query: {} }))
    },
  },
  {
    name: 'laboratory: a report as PDF',
    isPrinted: true,
    aim: { p95: 150 },
    times: 60,
    warmUp: 1,
    acts: overReported((process_id) => ({ endpoint: printLabReport, params: { process_id }, query: {} })),
  },
]

/** Profiles and single tests that come to twenty tests. */
const TWENTY = { profiles: ['FBC', 'LIPID'], panels: ['CRP'] }
const twenty = async (db: Db) => {
  const profiles = await db.selectFrom('lab_profiles').select('id').where('code', 'in', TWENTY.profiles).execute()
  const panels = await db.selectFrom('lab_panels').select('id').where('code', 'in', TWENTY.panels).execute()
  return { profiles: profiles.map(({ id }) => ({ profile: id })), panels: panels.map(({ id }) => ({ test_panel: id })) }
}

interface Waiting {
  id: number
  tests: { id: number; version: number; kind: string }[]
}
const waiting = async (db: Db): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select s.id, json_agg(json_build_object('id', n.id, 'version', n.version, 'kind', p.kind) order by n.id) as tests
    from lab_samples s join lab_test_request_panels n on n.sample_id = s.id join lab_panels p on p.id = n.panel_id
    where s.code like 'BLWS-%' group by s.id order by s.id`.execute(db)
  return rows
}
const once = (rows: readonly Waiting[], act: (row: Waiting) => ReturnType<NextAct>): NextAct => {
  let at = 0
  return () => {
    const row = rows[at++]
    return row ? act(row) : null
  }
}
const entering = ({ tests }: Waiting) => ({
  endpoint: enterResults,
  key: randomUUID(),
  body: { results: tests.map(({ id, version }) => ({ request_panel: id, result: '5', version })) },
})
const approving = ({ tests }: Waiting) => ({
  endpoint: approveResults,
  key: randomUUID(),
  body: { panels: tests.map(({ id }) => ({ id })) },
})

export const laboratoryWrites: readonly Scenario[] = [
  {
    name: 'request twenty tests',
    aim: WRITE,
    warmUp: 0.5,
    acts: async (_, db, seconds) => {
      const body = await twenty(db)
      const visits = await openVisits(db, Math.ceil(800 * Math.max(seconds, 1)), 'nothing')
      const { rows } = await sql<{ id: number }>`
        select p.id from process_test_requests p where p.visit_id = any(${visits.map(({ id }) => id)}::integer[])
          and not exists (select from lab_test_requests q where q.process_id = p.id) order by p.id`.execute(db)
      const asking = (processes: readonly { id: number }[]): NextAct => {
        let at = 0
        return () => {
          const process = processes[at++]
          return process
            ? { endpoint: createLabTestRequest, key: randomUUID(), body: { process: process.id, priority: 'routine', ...body } }
            : null
        }
      }
      const [mine, others] = halves(rows)
      return [asking(mine), asking(others)]
    },
  },
  {
    name: 'enter the fourteen results of a sample',
    aim: WRITE,
    warmUp: 0.3,
    acts: async (_, db) => {
      const [mine, others] = halves(await waiting(db))
      return [once(mine, entering), once(others, entering)]
    },
  },
  {
    name: 'approve the fourteen results of a sample',
    aim: WRITE,
    warmUp: 0.3,
    acts: async (_, db) => {
      const [mine, others] = halves((await waiting(db)).filter(({ tests }) => tests.every(({ version }) => version > 1)))
      return [once(mine, approving), once(others, approving)]
    },
  },
]
