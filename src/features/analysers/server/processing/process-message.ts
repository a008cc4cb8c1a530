import { writeTrail, type TrailRow } from '#platform/audit/audit.ts'
import { inTransaction, type Db } from '#platform/db/connect.ts'
import type { AnalyserMessage, AnalyserResult, Acknowledgement } from '../protocol.ts'
import { sentence } from '#shared/sentence.ts'
import { decide, type Decision } from './decide.ts'
import { enterDecided, remarkThere } from './enter-decided.ts'
import { loadKnown } from './load.ts'
import { kept } from '../kept-text.ts'
import { readMessage } from './read-message.ts'
import { findLayout } from '../equipment/layouts.ts'
import { stateAfter, stateOf, writeControls, writeOutcomes, type Outcome } from './write-results.ts'
import { sql } from 'kysely'

const accepted = new Set(['AA', 'CA'])

/** Takes an instrument's word on an order of ours: the jobs in that message are accepted, or given up with what it said. */
const takeAcknowledgement = async (db: Db, equipment: number, text: Acknowledgement | null, now: Date): Promise<void> => {
  if (!text?.of) return
  const isAccepted = accepted.has(text.code)
  const problem = isAccepted ? '' : kept(`${text.code} ${text.text}`.trim(), 500)
  await sql`
    update lab_equipment_jobs j set state = ${isAccepted ? 'accepted' : 'failed'}, problem = ${problem}, done_at = ${now}
    from lab_messages m
    where m.id = j.message_id and j.equipment_id = ${equipment} and j.state = 'sent' and m.direction = 'out' and m.control_id = ${text.of}`.execute(
    db,
  )
}

/** A message as it lies in the database, held. */
interface Stored {
  id: number
  equipment_id: number
  protocol: 'hl7' | 'astm'
  body: Buffer
  at: Date
  peer: string
  line_note: string
}

export interface Processed {
  equipment: number | null
  /** Results of patients were entered. */
  isEntered: boolean
}

/** More than a message of an instrument ever has. */
const MAX_RESULTS = 10_000

/** The sample that a person chose for a result. */
interface Chosen {
  code: string
  by: number
}

const loadFor = (db: Db, equipment: number, results: readonly AnalyserResult[], chosen: Iterable<Chosen>) =>
  loadKnown(db, {
    equipment,
    codes: [...new Set(results.map(({ code }) => code))],
    accessions: [
      ...new Set([
        ...results.flatMap(({ accessions, lot }) => [...accessions, lot]).map((name) => name.trim().toUpperCase()),
        ...[...chosen].map(({ code }) => code),
      ]),
    ],
    patientNumbers: [...new Set(results.map(({ patient }) => patient?.id.trim().toUpperCase() ?? ''))].filter(Boolean),
  })

/** Two values for one test in one message: which of them counts is for a person to say. */
const withoutDoubles = (outcomes: readonly Outcome[]) => {
  const byTest = Map.groupBy(outcomes, ({ decision }) => (decision.kind === 'enter' || decision.kind === 'there' ? decision.test.id : 0))
  byTest.delete(0)
  const reason = sentence('The message has more than one result for this test.')
  for (const same of byTest.values()) {
    const values = new Set(same.map(({ result }) => `${result.value} ${result.unit}`))
    if (values.size > 1) for (const outcome of same) outcome.decision = { kind: 'waiting', reason }
  }
  const seen = new Set<number>()
  return outcomes.map((outcome): Outcome => {
    const { decision } = outcome
    if (decision.kind !== 'enter') return outcome
    if (!seen.has(decision.test.id)) {
      seen.add(decision.test.id)
      return outcome
    }
    return { ...outcome, decision: { kind: 'ignored', reason: sentence('The message already has the same result for this test.') } }
  })
}

const decideAll = async (
  db: Db,
  stored: Stored,
  message: AnalyserMessage,
  { done, chosen }: { done: ReadonlySet<number>; chosen: ReadonlyMap<number, Chosen> },
): Promise<Outcome[]> => {
  const known = await loadFor(db, stored.equipment_id, message.results, chosen.values())
  const facts = { known, at: stored.at, processing: message.processing }
  return withoutDoubles(
    message.results.slice(0, MAX_RESULTS).flatMap((result, position) => {
      if (done.has(position)) return []
      const decision: Decision = decide(result, facts, chosen.get(position)?.code)
      return [{ position, result, decision, resultId: decision.kind === 'there' ? decision.resultId : null }]
    }),
  )
}

const trailAt = (stored: Stored, now: Date) => ({
  at: now,
  actor_id: null,
  request_id: `message ${stored.id}`,
  ip: stored.peer.split(' ')[0] || null,
})

const takeResults = async (db: Db, stored: Stored, message: AnalyserMessage, now: Date) => {
  const before = await db
    .selectFrom('lab_message_results as r')
    .leftJoin('lab_samples as s', 's.id', 'r.sample_id')
    .select(['r.position', 'r.state', 's.code', 'r.sample_chosen_by as by'])
    .where('r.message_id', '=', stored.id)
    .execute()
  const done = before.filter(({ state }) => state !== 'waiting')
  const chosen = new Map(
    before.flatMap(({ position, code, by }) => (code !== null && by !== null ? [[position, { code, by }] as const] : [])),
  )
  const outcomes = await decideAll(db, stored, message, { done: new Set(done.map(({ position }) => position)), chosen })
  const trail: TrailRow[] = []
  // What a person gave to a sample is entered by them: another one approves it.
  for (const [by, own] of Map.groupBy(outcomes, ({ position }) => chosen.get(position)?.by ?? null)) {
    const scope = { db, now, by }
    trail.push(...(await enterDecided(scope, own)), ...(await remarkThere(scope, own)))
  }
  const ids = await writeOutcomes(db, stored.id, outcomes, now)
  await writeControls(db, { equipment: stored.equipment_id, at: stored.at }, outcomes, ids)
  if (trail.length > 0) await writeTrail(db, trailAt(stored, now), trail)
  const states = [...done.map(({ state }) => state), ...outcomes.map(({ decision }) => stateAfter[decision.kind])]
  return { state: stateOf(states), isEntered: trail.length > 0 }
}

type Taken = { state: 'applied' | 'partly' | 'inbox' | 'control' | 'query' | 'failed' | 'answer'; isEntered: boolean }
const notEntered = (state: Taken['state']): Taken => ({ state, isEntered: false })

const take = async (db: Db, stored: Stored, message: AnalyserMessage, now: Date): Promise<Taken> => {
  if (message.refusal) return notEntered('failed')
  if (message.isResponse) {
    await takeAcknowledgement(db, stored.equipment_id, message.acknowledgement, now)
    return notEntered('answer')
  }
  if (message.results.length > 0) return takeResults(db, stored, message, now)
  return notEntered(message.queries.length > 0 ? 'query' : 'failed')
}

/**
 * Decides about every result of a stored message, enters those that are certain, and writes what became of each, in the caller's
 * transaction, which holds the message. Safe to repeat: what was decided stays, what waits is looked at anew. Undefined when there is no
 * such message that came in.
 */
export const takeMessage = async (db: Db, id: number, now: Date): Promise<Processed | undefined> => {
  const stored = await db
    .selectFrom('lab_messages')
    .select(['id', 'equipment_id', 'protocol', 'body', 'at', 'peer', 'line_note'])
    .where('id', '=', id)
    .where('direction', '=', 'in')
    .forUpdate()
    .executeTakeFirst()
  if (!stored) return undefined
  const { equipment_id } = stored
  const layout = equipment_id === null ? undefined : await findLayout(db, equipment_id)
  const message = readMessage(stored.protocol, stored.body, layout)
  const problems = [message.refusal?.text, ...message.problems, stored.line_note].filter(Boolean).join('; ')
  const taken = equipment_id === null ? notEntered('failed') : await take(db, { ...stored, equipment_id }, message, now)
  const stranger = equipment_id === null ? 'It came from an unknown analyser. ' : ''
  const problem = kept(`${stranger}${problems}`.trim(), 1000)
  await db.updateTable('lab_messages').set({ state: taken.state, problem, processed_at: now }).where('id', '=', id).execute()
  return { equipment: equipment_id, isEntered: taken.isEntered }
}

/** The same in a transaction of its own. */
export const processMessage = (pool: Db, id: number, now: Date): Promise<Processed | undefined> =>
  inTransaction(pool, (db) => takeMessage(db, id, now))
