import { conflict } from '#platform/errors/problem.ts'
import { inEnglish, sentence, type Sentence } from '#shared/sentence.ts'

interface SampleRow {
  code: string
  state: 'to collect' | 'collected' | 'received' | 'rejected' | 'cancelled'
  replaced_by: string | null
}

/** Why no result is entered for a sample, by where the sample is; null for one that was collected. */
export const refusalOfSample = ({ code: number, state, replaced_by: other }: SampleRow): Sentence | null => {
  if (state === 'collected' || state === 'received') return null
  if (state === 'to collect') return sentence('Sample {number} is not collected yet.', { number })
  if (state === 'cancelled') return sentence('Sample {number} was cancelled.', { number })
  if (other) return sentence('Sample {number} was rejected and is replaced by {other}.', { number, other })
  return sentence('Sample {number} was rejected.', { number })
}

/** A person decides about results that wait, and about no others; 409 `resolved`. Whether the record is open to them is asked by the trail. */
export const requireWaiting = (results: readonly { state: string }[]): void => {
  if (results.some(({ state }) => state !== 'waiting')) throw conflict('This result has already been handled.', {}, 'resolved')
}

/** Results are given only to samples that were collected; 409 `sample_not_usable` says where the sample is. */
export const requireUsable = (sample: SampleRow & { patient_id: number }): void => {
  const refusal = refusalOfSample(sample)
  // With the patient: of a restricted record the answer is that there is no such sample.
  if (refusal) throw conflict(inEnglish(refusal), { sentence: refusal, patient: sample.patient_id }, 'sample_not_usable')
}
