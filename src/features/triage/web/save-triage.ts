import { ApiError, call } from '#web/calls/api.ts'
import { messageOf } from '#web/calls/http.ts'
import { addObservation, updateTriage } from '../contract.ts'
import type { TriageBody, TriageRecord } from './vitals-values.ts'

interface Saving {
  id: number
  body: TriageBody
  /** The version that was on the screen; sent with a correction. */
  version?: number
  /** Another set beside those that are there. */
  isRepeat?: boolean
  idempotencyKey?: string
}

/** What a refused save rejects with: the server's body by field, or with `detail`, `code` and the record as it is now; a sentence without one. */
export type Refusal = Record<string, unknown> | string

const refusalOf = (error: unknown): Refusal =>
  error instanceof ApiError && error.status > 0 && Object.keys(error.body).length > 0 ? error.body : messageOf(error)

/** Saves the triage of a visit. A failure rejects with the data of the response or, where there is none, with its message. */
export const saveTriage = async ({ id, body, version, isRepeat, idempotencyKey }: Saving): Promise<TriageRecord> => {
  try {
    return isRepeat
      ? await call(addObservation, { params: { id }, body }, { idempotencyKey })
      : await call(updateTriage, { params: { id }, body }, { version })
  } catch (error) {
    // eslint-disable-next-line typescript/prefer-promise-reject-errors, typescript/only-throw-error -- specification 8: the response data itself
    throw refusalOf(error)
  }
}
