import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, pageQuery, Ref } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { DirectionsInput } from '#features/directions/contract.ts'
import { ExternalDrug, SafetyWarning } from '#features/drugs/contract.ts'
import { AllergyStatus, PregnancySummary } from '#features/patients/contract-summaries.ts'
import { LineDirections } from './contract.ts'
import { uncounted } from './uncounted.ts'

/** A line that is being written, as it would be prescribed now. */
export const CheckedLine = z
  .object({
    item: z.int(),
    name: z.string(),
    structure: DirectionsInput.nullable(),
    /** In plain words, in English. */
    words: z.string(),
    /** Pieces of the text that were not understood; they go to the note. */
    unread: z.array(z.string()),
    /** Why the text was not read at all; null when it was. */
    abstained: z.string().nullable(),
    /** What is odd about the directions, in words. */
    remarks: z.array(z.string()),
    /** How a dose for each kilogram became the dose that is taken, such as 15 mg/kg × 12.4 kg = 186 mg → 7.5 ml of 125 mg/5 ml = 187.5 mg; null where there is none. */
    calculation: z.string().nullable(),
    /** As sent, or computed; null when it has to be given. */
    quantity: z.string().nullable(),
    /** What the directions come to; null where that cannot be computed. */
    computed_quantity: z.string().nullable(),
    /** Why it cannot be computed. */
    missing: z.enum(uncounted).nullable(),
    unit: z.string().nullable(),
    /** Not in the catalogue: obtained elsewhere, and without a price. */
    is_external: z.boolean(),
    /** What the visit's payer is asked; null without a price, and for people without services.view. */
    unit_price: z.string().nullable(),
    total_price: z.string().nullable(),
    /** The insurer that covers it; null when the patient pays. */
    covered_by: z.string().nullable(),
    warnings: z.array(SafetyWarning),
  })
  .meta({ id: 'CheckedLine' })
export type CheckedLine = z.output<typeof CheckedLine>

export const checkPrescription = endpoint({
  method: 'POST',
  path: '/patients/prescriptions/check/',
  summary:
    'What prescribing these lines would come to: words, quantities, prices and warnings. Nothing is written. For who prescribes, or writes down what was sent in',
  access: 'prescriptions.view',
  body: fields({
    patient: Ref,
    attendance_process: Ref.optional(),
    lines: z.array(fields({ item: Ref, ...LineDirections })).max(50),
    /** Standing lines that these will replace. */
    without: z.array(Ref).max(50).optional(),
  }),
  response: z.object({
    lines: z.array(CheckedLine),
    warnings: z.array(SafetyWarning),
    /** Against which allergies it was checked: `not asked` is not none. */
    allergy_status: AllergyStatus,
    /** Against which pregnancy; `unknown` is not no. Null for a man of whom none is recorded. */
    pregnancy: PregnancySummary.nullable(),
    /** The last weight, in kg, with its day; one that is too old for the age gives no dose for each kilogram. */
    dose_weight: z.object({ weight: z.number(), measured_on: z.string(), is_too_old: z.boolean() }).nullable(),
  }),
})

export const Favourite = z
  .object({
    id: z.int(),
    item: z.int(),
    item_name: z.string(),
    unit: z.string().nullable(),
    /** The item may be prescribed no more. */
    is_out_of_use: z.boolean(),
    directions: z.string(),
    created_at: Instant,
  })
  .meta({ id: 'PrescriptionFavourite' })
export type Favourite = z.output<typeof Favourite>

export const listFavourites = endpoint({
  method: 'GET',
  path: '/patients/prescription-favourites/',
  summary: 'The lines that the caller keeps at hand, by name',
  access: 'prescriptions.change',
  response: z.array(Favourite),
})

export const createFavourite = endpoint({
  method: 'POST',
  path: '/patients/prescription-favourites/',
  summary: 'Keep a line at hand; one that is kept already is answered as it is. At most 200 a person',
  access: 'prescriptions.change',
  body: fields({ item: Ref, directions: line(300), ...ignored('id') }),
  status: 201,
  response: Favourite,
})

export const deleteFavourite = endpoint({
  method: 'DELETE',
  path: '/patients/prescription-favourites/{id}/',
  summary: 'Keep a line at hand no more',
  access: 'prescriptions.change',
  params: ById,
  status: 204,
  response: z.void(),
})

export const getLastPrescription = endpoint({
  method: 'GET',
  path: '/patients/prescriptions/last/',
  summary: 'The standing lines of the last prescription of a patient before this visit, to be prescribed again; null when there is none',
  access: 'prescriptions.view',
  audit: 'read',
  live: ['prescriptions'],
  query: fields({ patient_id: Id, attendance_process: Id.optional() }),
  response: z
    .object({
      id: z.int(),
      visit: z.int(),
      prescribed_at: Instant,
      prescribed_by_name: z.string(),
      lines: z.array(
        z.object({
          item: z.int(),
          item_name: z.string(),
          unit: z.string().nullable(),
          is_out_of_use: z.boolean(),
          directions: z.string().nullable(),
          structure: DirectionsInput.nullable(),
          words: z.string(),
          dosage: z.string(),
          frequency: z.string(),
          duration: z.string(),
          note: z.string().nullable(),
          quantity: z.string(),
          computed_quantity: z.string().nullable(),
        }),
      ),
    })
    .nullable(),
})

export const PrescribableItem = z
  .object({
    id: z.int(),
    name: z.string(),
    category: z.enum(['drug', 'consumable']),
    unit: z.string().nullable(),
    /** What it holds, as read from the name or said by a person; empty when it is not known. */
    substances: z.array(z.string()),
    /** In words, such as 500 mg or 125 mg/5 ml. */
    strength: z.string().nullable(),
    form: z.string().nullable(),
    route: z.string().nullable(),
    unit_price: z.string().nullable(),
    covered_by: z.string().nullable(),
    /** Not in the catalogue: it is prescribed to be obtained elsewhere. */
    is_external: z.boolean(),
    /** The brand or other name that was meant by what was typed, where the item does not say it itself. */
    matched_name: z.string().nullable(),
  })
  .meta({ id: 'PrescribableItem' })
export type PrescribableItem = z.output<typeof PrescribableItem>

export const listPrescribableItems = endpoint({
  method: 'GET',
  path: '/patients/prescribable-items/',
  summary: 'Drugs and consumables by name as typed, with the price that the payer of the visit is asked; words that begin so come first',
  access: 'prescriptions.view',
  live: ['catalogue'],
  paged: true,
  query: fields({
    limit: pageQuery.limit,
    cursor: pageQuery.cursor,
    q: z.string().max(100).optional(),
    attendance_process: Id.optional(),
  }),
  response: z.array(PrescribableItem),
})

export const createExternalDrug = endpoint({
  method: 'POST',
  path: '/patients/external-drugs/',
  summary:
    'Name a drug that is not in the catalogue, to prescribe it as `item` of a line: it is printed, never dispensed here, charged or stocked. One that was named so before is answered as it is',
  access: 'prescriptions.change',
  body: fields(ExternalDrug),
  status: 201,
  response: PrescribableItem,
})
