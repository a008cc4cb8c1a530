import type { ResponseOf } from '#shared/endpoint.ts'
import type { DeathPlace } from '#features/patients/contract-summaries.ts'
import type { recordDeath } from '../contract.ts'

export type DeathRecord = ResponseOf<typeof recordDeath>

/** The boxes of a death. */
export type DeathValues = {
  died_on: string
  died_at: string
  place: DeathPlace | null
  place_note: string
  cause: { code: number | null; text: string } | null
  reporter: 'person' | 'staff'
  reported_by: string
  reporter_relation: string
  note: string
}

export const noDeath: DeathValues = {
  died_on: '',
  died_at: '',
  place: null,
  place_note: '',
  cause: null,
  reporter: 'person',
  reported_by: '',
  reporter_relation: '',
  note: '',
}

export const valuesOf = (death: DeathRecord): DeathValues => ({
  died_on: death.died_on,
  died_at: death.died_at ?? '',
  place: death.place,
  place_note: death.place_note ?? '',
  cause: death.cause === null ? null : { code: death.diagnosis_code, text: death.cause },
  reporter: death.reported_by_user === null ? 'person' : 'staff',
  reported_by: death.reported_by ?? '',
  reporter_relation: death.reporter_relation ?? '',
  note: death.note ?? '',
})

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** What is sent of it; `staff` is the member of staff who reported the death. */
export const detailsOf = (values: DeathValues, staff: number | null) => ({
  died_on: values.died_on,
  died_at: orNull(values.died_at),
  // What is not chosen yet is the contract's to refuse.
  place: values.place as DeathPlace,
  place_note: orNull(values.place_note),
  diagnosis_code: values.cause?.code ?? null,
  cause: values.cause?.text ?? null,
  ...(values.reporter === 'staff'
    ? { reported_by: null, reporter_relation: null, reported_by_user: staff }
    : { reported_by: orNull(values.reported_by), reporter_relation: orNull(values.reporter_relation), reported_by_user: null }),
  note: orNull(values.note),
})
