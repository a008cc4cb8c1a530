import { sql } from 'kysely'
import { lockVisits } from '#features/attendance/public.ts'
import type { Priority, SampleState } from '#features/laboratory/contract-fields.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, type Problem } from '#platform/errors/problem.ts'

/** What a change of a sample has to know of it. */
export interface HeldSample {
  id: number
  code: string
  process_id: number
  visit_id: number
  patient_id: number
  specimen_id: number
  state: SampleState
  priority: Priority
  requested_at: Date
  note: string
  version: number
}

/** Samples, held until the transaction ends: their visits first, then they themselves, each by id, as everybody does. Those that there are not are left out. */
export const lockSamples = async (db: Db, ids: readonly number[]): Promise<HeldSample[]> => {
  const { rows: visits } = await sql<{ visit_id: number }>`
    select distinct g.visit_id from lab_samples s join process_test_requests g on g.id = s.process_id
    where s.id = any(${ids}::integer[])`.execute(db)
  await lockVisits(
    db,
    visits.map(({ visit_id }) => visit_id),
  )
  const { rows } = await sql<HeldSample>`
    select s.id, s.code, s.process_id, g.visit_id, s.patient_id, s.specimen_id, s.state, s.priority, s.requested_at, s.note, s.version
    from lab_samples s join process_test_requests g on g.id = s.process_id
    where s.id = any(${ids}::integer[]) order by s.id for no key update of s`.execute(db)
  return rows
}

type SampleInState = Pick<HeldSample, 'code' | 'state'>
const refusals: Record<SampleState, (sample: SampleInState) => Problem> = {
  'to collect': (sample) => conflict('The sample has not been collected yet.', sampleFacts(sample), 'not_collected'),
  collected: (sample) => conflict('This sample is already collected.', sampleFacts(sample), 'collected'),
  received: (sample) => conflict('This sample is already received.', sampleFacts(sample), 'received'),
  rejected: (sample) => conflict('This sample was rejected.', sampleFacts(sample), 'rejected'),
  cancelled: (sample) => conflict('This sample is no longer needed: its tests were cancelled.', sampleFacts(sample), 'cancelled'),
}
/** Which of several it is. */
export const sampleFacts = ({ code, state }: SampleInState) => ({ sample: code, state })

/** 409 by where the sample stands, when that is none of the states from which something follows. */
export const requireState = (sample: SampleInState, from: readonly SampleState[]) => {
  if (!from.includes(sample.state)) throw refusals[sample.state](sample)
}
