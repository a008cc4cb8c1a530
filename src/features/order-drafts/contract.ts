import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Id, PatientId, Ref, version } from '#shared/paging.ts'
import { prose } from '#shared/text.ts'
import { DirectionsInput } from '#features/directions/contract.ts'
import { MAX_PENDING, orderKinds } from './rules.ts'

const name = prose(500)

/** Drugs as they stand in the basket: what is typed is kept as it is typed, right or wrong. It is judged when it is sent. */
export const PendingDrugs = fields({
  lines: z
    .array(
      fields({
        item: Ref,
        name,
        unit: prose(100).nullable(),
        directions: prose(1000),
        structure: DirectionsInput.nullable(),
        quantity: prose(50),
        note: prose(1000),
      }),
    )
    .max(MAX_PENDING),
  /** Why warnings are overridden, by the key of the warning. */
  reasons: z.array(fields({ key: prose(500), reason: prose(1000) })).max(MAX_PENDING),
})
export type PendingDrugs = z.output<typeof PendingDrugs>

/** Tests as they are chosen. */
export const PendingTests = fields({
  tests: z
    .array(
      fields({
        kind: z.enum(['profile', 'panel']),
        id: Ref,
        name,
        item: Ref.nullable(),
        panels: z.array(fields({ id: Ref, name })).max(500),
        repeat: z.boolean(),
      }),
    )
    .max(MAX_PENDING),
  priority: prose(40),
  is_fasting: z.boolean(),
  is_pregnant: z.boolean(),
  note: prose(2000),
})
export type PendingTests = z.output<typeof PendingTests>

/** The caller's own orders of one kind in one visit that are not sent. */
export const OrderDraft = z
  .object({
    visit: z.int(),
    patient: PatientId,
    kind: z.enum(orderKinds),
    /** None once they are sent or removed. */
    drugs: PendingDrugs.nullable(),
    tests: PendingTests.nullable(),
    orders: z.int(),
    /** The `Idempotency-Key` under which they are sent, from whichever machine. */
    key: z.string(),
    changed_at: Instant,
    version: z.int(),
  })
  .meta({ id: 'OrderDraft' })
export type OrderDraft = z.output<typeof OrderDraft>

export const listOrderDrafts = endpoint({
  method: 'GET',
  path: '/patients/order-drafts/',
  summary: 'The orders that the caller has chosen in a visit and not sent; nobody else reads them',
  access: 'attendance.view',
  audit: 'read',
  live: ['orders'],
  query: fields({ visit: Id }),
  response: z.array(OrderDraft),
})

export const saveOrderDraft = endpoint({
  method: 'PUT',
  path: '/patients/order-drafts/',
  summary:
    'Keep what the caller has chosen in a visit and not sent, drugs or tests, with the version that was read; without one it is the first. 412 with the draft as it is now when it is another version, 409 `visit_closed` for orders in a visit that is over: these can only be removed',
  access: 'attendance.view',
  body: fields({
    visit: Ref,
    key: z.string().regex(/^[\x21-\x7e]{1,255}$/, 'Send 1 to 255 visible ASCII characters.'),
    drugs: PendingDrugs.optional(),
    tests: PendingTests.optional(),
    ...version,
  }).refine(({ drugs, tests }) => (drugs === undefined) !== (tests === undefined), {
    path: ['drugs'],
    error: 'Send either drugs or tests.',
  }),
  response: z.object({ visit: z.int(), kind: z.enum(orderKinds), orders: z.int(), changed_at: Instant, version: z.int() }),
})

/** That a person has orders in a visit which are not sent: how many and whose, and nothing of what they are. */
export const OrdersPending = z
  .object({
    visit: z.int(),
    patient: PatientId,
    patient_name: z.string(),
    author: z.int(),
    author_name: z.string(),
    orders: z.int(),
    changed_at: Instant,
    /** The visit is over: what is pending in it can only be removed. Those of the caller alone are listed then. */
    is_closed: z.boolean(),
  })
  .meta({ id: 'OrdersPending' })
export type OrdersPending = z.output<typeof OrdersPending>

export const listOrdersPending = endpoint({
  method: 'GET',
  path: '/patients/order-drafts/pending/',
  summary: 'Who has orders that are not sent, in every open visit, and of the caller in those that are over; newest first',
  access: 'attendance.view',
  live: ['orders', 'attendance', 'patients'],
  query: fields({}),
  response: z.array(OrdersPending),
})

/** Said by who signs or moves the patient on although orders of theirs are pending in the visit: they stay pending. */
export const keepOrders = { keep_orders: z.boolean().optional() }
/** The version of the caller's draft that an order sends: the draft is emptied by the same act. */
export const sentDraft = { draft_version: z.int().min(1).optional() }
