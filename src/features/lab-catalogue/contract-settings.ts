import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, patchOf, Ref } from '#shared/paging.ts'
import { line } from '#shared/text.ts'

export const Container = z
  .object({ id: z.int(), name: z.string(), colour: z.string(), order_of_draw: z.int(), is_active: z.boolean(), version: z.int() })
  .meta({ id: 'LabContainer' })
const ContainerInput = fields({
  name: line(80),
  colour: z.string().regex(/^#[0-9a-f]{6}$/, 'Write the colour as #rrggbb.'),
  order_of_draw: z.int().min(1).max(99),
})
export const listContainers = endpoint({
  method: 'GET',
  path: '/lab/containers/',
  summary: 'List containers in the order of draw',
  access: 'laboratory.view',
  live: ['catalogue'],
  query: fields({}),
  response: z.array(Container),
})
export const createContainer = endpoint({
  method: 'POST',
  path: '/lab/containers/',
  summary: 'Add a container',
  access: 'laboratory.catalogue',
  body: ContainerInput,
  status: 201,
  response: Container,
})
export const updateContainer = endpoint({
  method: 'PATCH',
  path: '/lab/containers/{id}/',
  summary: 'Change a container or take it out of use',
  access: 'laboratory.catalogue',
  params: ById,
  body: patchOf(ContainerInput.extend({ is_active: z.boolean() })),
  response: Container,
})

export const Specimen = z
  .object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    container: z.int(),
    container_name: z.string(),
    colour: z.string(),
    /** ml */
    volume: z.string().nullable(),
    instructions: z.string(),
    is_active: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'LabSpecimen' })
export type Specimen = z.output<typeof Specimen>
const SpecimenInput = fields({
  code: z
    .string()
    .trim()
    .regex(/^[A-Z][A-Z0-9]{1,9}$/, 'Two to ten capital letters and digits, beginning with a letter.'),
  name: line(80),
  container: Ref,
  volume: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,2})?$/, 'Enter millilitres, such as 2.5.')
    .nullish(),
  instructions: z.string().trim().max(300).default(''),
})
export const listSpecimens = endpoint({
  method: 'GET',
  path: '/lab/specimens/',
  summary: 'List specimens in the order of draw',
  access: 'laboratory.view',
  live: ['catalogue'],
  query: fields({}),
  response: z.array(Specimen),
})
export const createSpecimen = endpoint({
  method: 'POST',
  path: '/lab/specimens/',
  summary: 'Add a specimen',
  access: 'laboratory.catalogue',
  body: SpecimenInput,
  status: 201,
  response: Specimen,
})
export const updateSpecimen = endpoint({
  method: 'PATCH',
  path: '/lab/specimens/{id}/',
  summary: 'Change a specimen or take it out of use',
  access: 'laboratory.catalogue',
  params: ById,
  body: patchOf(SpecimenInput.extend({ is_active: z.boolean() })),
  response: Specimen,
})

const millimetres = (least: number) => z.int().min(least).max(150)
const settings = {
  /** Who entered a result may not approve it. */
  approver_must_differ: z.boolean(),
  /** Taking a sample is receiving it: it is taken in the laboratory. */
  receive_on_collect: z.boolean(),
  /** Samples are collected once their tests are paid. */
  pay_first: z.boolean(),
  /** A critical value that nobody was told of is shown anew after so many minutes. */
  critical_minutes: z.int().min(1).max(1440),
  label_width: millimetres(30),
  label_height: millimetres(15),
  /** Patients see released results on their own page. */
  portal_is_on: z.boolean(),
  /** So long after approval they are for the doctor alone. */
  portal_delay_hours: z.int().min(0).max(720),
  /** Printed under every report. */
  report_note: z.string().trim().max(500),
}
export const LabSettings = z.object({ ...settings, report_note: z.string(), version: z.int() }).meta({ id: 'LabSettings' })
export type LabSettings = z.output<typeof LabSettings>
export const getLabSettings = endpoint({
  method: 'GET',
  path: '/lab/settings/',
  summary: 'How the laboratory works',
  access: 'laboratory.view',
  live: ['catalogue'],
  query: fields({}),
  response: LabSettings,
})
export const updateLabSettings = endpoint({
  method: 'PATCH',
  path: '/lab/settings/',
  summary: 'Change how the laboratory works',
  access: 'laboratory.settings',
  body: patchOf(fields(settings)),
  response: LabSettings,
})

export const addStarterTests = endpoint({
  method: 'POST',
  path: '/lab/starter-catalogue/',
  summary: 'Add the tests, profiles and reference ranges that most laboratories have; what is there already stays as it is',
  access: 'laboratory.catalogue',
  body: fields({}),
  status: 200,
  response: z.object({ panels: z.int(), profiles: z.int(), ranges: z.int() }),
})
