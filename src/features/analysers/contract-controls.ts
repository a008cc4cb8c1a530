import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, patchOf, Ref, YesNo } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { Measured } from '#features/lab-catalogue/contract-ranges.ts'

export const westgardRules = ['1-2s', '1-3s', '2-2s', 'R-4s', '4-1s', '10x'] as const
const Verdict = z.enum(['accepted', 'warning', 'rejected'])

/** Material of a known value that an instrument measures, so that one sees whether it is to be trusted. */
export const Control = z
  .object({
    id: z.int(),
    /** Null: the test is done by hand. */
    equipment: z.int().nullable(),
    equipment_name: z.string().nullable(),
    test_panel: z.int(),
    test_panel_name: z.string(),
    unit: z.string().nullable(),
    lot: z.string(),
    level: z.string(),
    mean: z.string(),
    sd: z.string(),
    expires_on: z.string().nullable(),
    is_active: z.boolean(),
    /** How often it was measured, when last, and what that says; null: never. */
    count: z.int(),
    last_at: Instant.nullable(),
    last_result: z.string().nullable(),
    last_outcome: Verdict.nullable(),
    version: z.int(),
  })
  .meta({ id: 'LabControl' })
export type Control = z.output<typeof Control>

const spread = Measured.refine((text) => Number(text) > 0, 'Enter a number above zero.')
const ControlInput = fields({
  /** Left out: the test is done by hand. */
  equipment: Ref.nullish(),
  test_panel: Ref,
  /** As the instrument sends it. */
  lot: line(60),
  level: line(30),
  mean: Measured,
  sd: spread,
  expires_on: z.iso.date().nullish(),
})
export const listControls = endpoint({
  method: 'GET',
  path: '/lab/controls/',
  summary: 'List controls by instrument, test and level, each with how it was last judged',
  access: 'laboratory.enter',
  live: ['analysers'],
  query: fields({ equipment: Id.optional(), active: YesNo.optional() }),
  response: z.array(Control),
})
export const createControl = endpoint({
  method: 'POST',
  path: '/lab/controls/',
  summary: 'Add a control; what was measured of its lot and level before belongs to it. 409 when it is there',
  access: 'laboratory.equipment',
  body: ControlInput,
  status: 201,
  response: Control,
})
export const updateControl = endpoint({
  method: 'PATCH',
  path: '/lab/controls/{id}/',
  summary: 'Change mean, spread, lot or expiry of a control, or take it out of use',
  access: 'laboratory.equipment',
  params: ById,
  body: patchOf(ControlInput.omit({ equipment: true, test_panel: true }).extend({ is_active: z.boolean() })),
  response: Control,
})

/** One measurement of a control, judged with those before it. */
export const ControlPoint = z
  .object({
    id: z.int(),
    measured_at: Instant,
    result: z.string(),
    value: z.string(),
    /** How many spreads from the mean, with its sign. */
    z: z.string(),
    outcome: Verdict,
    broken: z.array(z.enum(westgardRules)),
    /** Who entered it by hand; null: the instrument sent it. */
    entered_by_name: z.string().nullable(),
    note: z.string(),
  })
  .meta({ id: 'LabControlPoint' })
export type ControlPoint = z.output<typeof ControlPoint>
export const getControlChart = endpoint({
  method: 'GET',
  path: '/lab/controls/{id}/results/',
  summary: 'The last 100 measurements of a control, oldest first, judged by Westgard’s rules, and what they are by themselves',
  access: 'laboratory.enter',
  live: ['analysers'],
  params: ById,
  response: z.object({
    control: Control,
    points: z.array(ControlPoint),
    /** Mean and spread of the points themselves; null for fewer than two. */
    own: z.object({ count: z.int(), mean: z.string(), sd: z.string() }).nullable(),
  }),
})

export const enterControlResult = endpoint({
  method: 'POST',
  path: '/lab/controls/{id}/results/',
  summary:
    'Enter a measurement of a control by hand, as a number in the unit of the test or in one that is known for it. Answers how it is judged; 409 `inactive` for a control out of use',
  access: 'laboratory.enter',
  params: ById,
  body: fields({
    result: line(40),
    /** Left out: now. */
    measured_at: Instant.optional(),
    note: z.string().trim().max(300).default(''),
  }),
  status: 201,
  response: ControlPoint,
})

/** A measurement of control material as it came, also of lots that nobody has entered. */
export const ControlResult = z
  .object({
    id: z.int(),
    /** Null: a person entered it. */
    message: z.int().nullable(),
    equipment: z.int().nullable(),
    equipment_name: z.string().nullable(),
    /** Null: its code is not mapped. */
    test_panel: z.int().nullable(),
    test_panel_name: z.string().nullable(),
    code: z.string(),
    lot: z.string(),
    level: z.string(),
    result: z.string(),
    value: z.string().nullable(),
    unit: z.string(),
    measured_at: Instant,
    entered_by_name: z.string().nullable(),
    note: z.string(),
    /** The control it belongs to; null: no such lot and level was entered. */
    control: z.int().nullable(),
  })
  .meta({ id: 'LabControlResult' })
export const listControlResults = endpoint({
  method: 'GET',
  path: '/lab/control-results/',
  summary: 'Measurements of control material, newest first',
  access: 'laboratory.enter',
  paged: true,
  live: ['analysers'],
  query: fields({
    ...pageQuery,
    equipment: Id.optional(),
    panel: Id.optional(),
    /** Only those whose lot and level nobody entered. */
    unknown: YesNo.optional(),
  }),
  response: z.array(ControlResult),
})
