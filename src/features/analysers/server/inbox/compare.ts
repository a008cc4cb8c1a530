import type { Db } from '#platform/db/connect.ts'
import { conflict, requireFound } from '#platform/errors/problem.ts'
import { findLayout } from '../equipment/layouts.ts'
import type { AnalyserResult, StatedPatient } from '../protocol.ts'
import { comparePatient, type ComparedFact } from '../processing/check-patient.ts'
import { loadKnown, type KnownSample } from '../processing/load.ts'

/** Loaded when it is needed first: reading messages takes more memory than most of the program. */
const reading = () => import('../processing/read-message.ts')

/** The results of a stored message as they are read today, by their positions; none where nobody knows the instrument. */
export const readResults = async (db: Db, message: number): Promise<{ equipment: number | null; results: readonly AnalyserResult[] }> => {
  const { equipment_id, protocol, body } = await db
    .selectFrom('lab_messages')
    .select(['equipment_id', 'protocol', 'body'])
    .where('id', '=', message)
    .executeTakeFirstOrThrow()
  if (equipment_id === null) return { equipment: null, results: [] }
  const { readMessage } = await reading()
  return { equipment: equipment_id, results: readMessage(protocol, body, await findLayout(db, equipment_id)).results }
}

/** A sample and its patient as messages are compared with it, with what of the message is another patient's. 404. */
export const compareWithSample = async (
  db: Db,
  sample: number,
  stated: readonly (StatedPatient | null)[],
): Promise<{ sample: KnownSample; facts: ComparedFact[][] }> => {
  const found = requireFound(await db.selectFrom('lab_samples').select('code').where('id', '=', sample).executeTakeFirst(), 'Sample')
  const patientNumbers = stated.map((one) => one?.id.trim().toUpperCase() ?? '').filter(Boolean)
  const { samples, owners } = await loadKnown(db, { equipment: 0, codes: [], accessions: [found.code], patientNumbers })
  const known = samples.get(found.code)!
  return { sample: known, facts: stated.map((one) => (one ? comparePatient(one, known, owners) : [])) }
}

/** What differs, each once. */
export const differencesIn = (facts: readonly (readonly ComparedFact[])[]): ComparedFact[] => {
  const differs = facts.flat().filter(({ outcome }) => outcome === 'differs')
  return [...new Map(differs.map((fact) => [`${fact.field} ${fact.message}`, fact])).values()]
}

/** 409 `other_patient` with both sides where the message contradicts the patient of the sample, and no reason was given why it is right. */
export const requireSamePatient = (facts: readonly (readonly ComparedFact[])[], patient: number, reason: string | undefined): void => {
  const differences = differencesIn(facts)
  if (differences.length === 0 || reason !== undefined) return
  const named = [...new Set(differences.map(({ field }) => field))].join(', ')
  throw conflict(
    `The message names another patient than the sample: ${named}. Compare the two; give the reason if it is the same patient.`,
    { differences, patient },
    'other_patient',
  )
}
