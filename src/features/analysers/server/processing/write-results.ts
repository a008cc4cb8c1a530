import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { AnalyserResult } from '../protocol.ts'
import type { Sentence } from '#shared/sentence.ts'
import type { Decision } from './decide.ts'
import { kept } from '../kept-text.ts'

/** A decision that has been carried out: where a result was entered or is there, which one. */
export interface Outcome {
  position: number
  result: AnalyserResult
  decision: Decision
  resultId: number | null
}

export const stateAfter = { enter: 'applied', there: 'applied', control: 'control', ignored: 'ignored', waiting: 'waiting' } as const

/** A reason holds what instruments sent: none of it without end. */
const shortened = ({ text, values }: Sentence): Sentence => ({
  text,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? kept(value, 120) : value])),
})

const patientRef = ({ patient }: AnalyserResult) =>
  patient ? kept([patient.id, patient.name, patient.birthDate].filter(Boolean).join(', '), 200) : ''

/** What the instrument said beside a result, as it is kept with it. */
export const remarksOf = ({ comment, flags }: Pick<AnalyserResult, 'comment' | 'flags'>) => ({
  comment: kept(comment, 1000),
  flags: kept(flags.join(' '), 60),
})

const rowOf = ({ position, result, decision, resultId }: Outcome) => ({
  position,
  accession: kept(result.accession.trim().toUpperCase(), 60),
  patient_ref: patientRef(result),
  code: kept(result.code, 60),
  code_text: kept(result.codeText, 200),
  part: kept(result.part, 60),
  value: kept(result.value ?? '', 2000),
  unit: kept(result.unit, 60),
  flags: remarksOf(result).flags,
  comment: remarksOf(result).comment,
  status: result.status,
  observed_at: result.observedAt,
  state: stateAfter[decision.kind],
  reason: 'reason' in decision ? JSON.stringify(shortened(decision.reason)) : '',
  request_panel_id: 'test' in decision ? decision.test.id : null,
  result_id: resultId,
})

/** An instrument's time: its own clock is the clinic's where it does not say otherwise. */
const instantOf = sql`case when r.observed_at ~ '[+-][0-9]{2}:[0-9]{2}$' then r.observed_at::timestamptz
  else r.observed_at::timestamp at time zone (select time_zone from company) end`

/** Writes what became of the results of a message; those that are there and wait are written over, also with what is read of them now. Answers the id of each position. */
export const writeOutcomes = async (db: Db, message: number, outcomes: readonly Outcome[], now: Date): Promise<Map<number, number>> => {
  const { rows } = await sql<{ id: number; position: number }>`
    insert into lab_message_results (message_id, position, accession, patient_ref, code, code_text, part, value, unit, flags, comment, status, observed_at, state,
      reason, request_panel_id, result_id, resolved_at)
    select ${message}::bigint, r.position, r.accession, r.patient_ref, r.code, r.code_text, r.part, r.value, r.unit, r.flags, r.comment, r.status, ${instantOf},
      r.state, r.reason, r.request_panel_id, r.result_id, case when r.state <> 'waiting' then ${now}::timestamptz end
    from json_to_recordset(${JSON.stringify(outcomes.map(rowOf))}::json) as r(position smallint, accession text, patient_ref text, code text,
      code_text text, part text, value text, unit text, flags text, comment text, status text, observed_at text, state lab_inbox_state, reason text,
      request_panel_id integer, result_id bigint)
    on conflict (message_id, position) do update set accession = excluded.accession, patient_ref = excluded.patient_ref, code = excluded.code,
      code_text = excluded.code_text, part = excluded.part, value = excluded.value, unit = excluded.unit, flags = excluded.flags,
      comment = excluded.comment, status = excluded.status, observed_at = excluded.observed_at, state = excluded.state, reason = excluded.reason,
      request_panel_id = excluded.request_panel_id, result_id = excluded.result_id, resolved_at = excluded.resolved_at,
      version = lab_message_results.version + 1
      where lab_message_results.state = 'waiting'
    returning id, position`.execute(db)
  return new Map(rows.map(({ position, id }) => [position, id]))
}

/** Writes measurements of control material, each once. */
export const writeControls = async (
  db: Db,
  { equipment, at }: { equipment: number; at: Date },
  outcomes: readonly Outcome[],
  ids: ReadonlyMap<number, number>,
): Promise<void> => {
  const rows = outcomes.flatMap(({ position, result, decision }) => {
    const id = ids.get(position)
    if (decision.kind !== 'control' || id === undefined) return []
    const { panelId, value } = decision
    const [lot, level] = [kept(decision.lot, 60), kept(decision.level, 30)]
    const [text, unit] = [kept(result.value ?? '', 200), kept(result.unit, 60)]
    return [{ id, panel_id: panelId, lot, level, value, result: text, unit, observed_at: result.observedAt }]
  })
  if (rows.length === 0) return
  await sql`
    insert into lab_control_results (message_result_id, equipment_id, panel_id, lot, level, value, result, unit, measured_at)
    select r.id, ${equipment}, r.panel_id, r.lot, r.level, r.value::numeric, r.result, r.unit, coalesce(${instantOf}, ${at}::timestamptz)
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id bigint, panel_id integer, lot text, level text, value text, result text,
      unit text, observed_at text)
    on conflict (message_result_id) do nothing`.execute(db)
}

/** Where a message stands by what became of its results, these and those decided before. */
export const stateOf = (states: readonly string[]): 'applied' | 'partly' | 'inbox' | 'control' => {
  const waiting = states.filter((state) => state === 'waiting').length
  if (waiting > 0) return waiting === states.length ? 'inbox' : 'partly'
  return states.every((state) => state === 'control') ? 'control' : 'applied'
}
