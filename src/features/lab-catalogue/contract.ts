import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, patchOf, Ref, YesNo } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import {
  Choice,
  choiceFlags,
  ForSex,
  Loinc,
  Measured,
  Minutes,
  OtherUnit,
  PanelKind,
  TestCode,
  Unit,
  ReferenceRange,
} from './contract-ranges.ts'

/** One test with one result. */
export const Panel = z
  .object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    kind: PanelKind,
    /** The same said twice, as earlier clients know it: calculated counts as quantitative, text as qualitative. */
    is_quantitative: z.boolean(),
    is_qualitative: z.boolean(),
    specimen: z.int(),
    specimen_name: z.string(),
    section: z.string(),
    /** UCUM; null of coded tests and of tests in words. */
    unit: z.string().nullable(),
    decimals: z.int().nullable(),
    units: z.array(z.object({ unit: z.string(), factor: z.string(), offset: z.string() })),
    choices: z.array(z.object({ value: z.string(), flag: z.enum(choiceFlags) })),
    formula: z.string().nullable(),
    loinc: z.string().nullable(),
    method: z.string(),
    /** What it is, in plain words, for the patient. */
    explanation: z.string(),
    /** Told in person: patients do not see it online until somebody releases it. */
    is_withheld: z.boolean(),
    /** For a patient of the other sex it is asked for with a reason only; null: it is for everybody. */
    for_sex: ForSex.nullable(),
    /** The item it is charged as when asked for by itself; null: it comes in profiles only. */
    item: z.int().nullable(),
    item_name: z.string().nullable(),
    turnaround_minutes: z.int().nullable(),
    urgent_turnaround_minutes: z.int().nullable(),
    delta_absolute: z.string().nullable(),
    delta_percent: z.string().nullable(),
    delta_days: z.int().nullable(),
    position: z.int(),
    is_active: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'LabPanel' })
export type Panel = z.output<typeof Panel>

const PanelInput = fields({
  code: TestCode,
  name: line(120),
  kind: PanelKind,
  specimen: Ref,
  section: z.string().trim().max(60).default(''),
  unit: Unit.nullish(),
  decimals: z.int().min(0).max(6).nullish(),
  units: z.array(OtherUnit).max(20).default([]),
  choices: z.array(Choice).max(60).default([]),
  /** Over codes of other panels, such as `CHOL - HDL`; see rules/formula.ts. */
  formula: z.string().trim().min(1).max(500).nullish(),
  loinc: Loinc.nullish(),
  method: z.string().trim().max(120).default(''),
  explanation: z.string().trim().max(300).default(''),
  is_withheld: z.boolean().default(false),
  for_sex: ForSex.nullish(),
  item: Ref.nullish(),
  turnaround_minutes: Minutes.nullish(),
  urgent_turnaround_minutes: Minutes.nullish(),
  delta_absolute: Measured.nullish(),
  delta_percent: Measured.nullish(),
  delta_days: z.int().min(1).max(3660).nullish(),
  position: z.int().min(1).max(9999).default(1000),
})

export const listPanels = endpoint({
  method: 'GET',
  path: '/lab/lab-test-panel/',
  summary: 'List tests by place and name; whole without a limit',
  access: 'laboratory.view',
  paged: true,
  live: ['catalogue'],
  query: fields({
    ...pageQuery,
    q: z.string().max(100).optional(),
    kind: PanelKind.optional(),
    specimen: Id.optional(),
    profile: Id.optional(),
    active: YesNo.optional(),
  }),
  response: z.array(Panel),
})
export const getPanel = endpoint({
  method: 'GET',
  path: '/lab/lab-test-panel/{id}/',
  summary: 'Read a test',
  access: 'laboratory.view',
  live: ['catalogue'],
  params: ById,
  response: Panel,
})
export const createPanel = endpoint({
  method: 'POST',
  path: '/lab/lab-test-panel/',
  summary: 'Add a test. With `create_item` it is put on the price list under its name (which needs catalogue.change)',
  access: 'laboratory.catalogue',
  body: PanelInput.extend({ create_item: z.boolean().optional() }),
  status: 201,
  response: Panel,
})
export const updatePanel = endpoint({
  method: 'PATCH',
  path: '/lab/lab-test-panel/{id}/',
  summary: 'Change a test or take it out of use; 409 `reported` for kind or unit of one that has results',
  access: 'laboratory.catalogue',
  params: ById,
  body: patchOf(PanelInput.extend({ is_active: z.boolean() })),
  response: Panel,
})

/** A test as it is reported for one patient. */
export const PanelForPatient = Panel.extend({
  /** Null without `patient_id`, and where none fits. */
  reference_range: ReferenceRange.nullable(),
}).meta({ id: 'LabPanelForPatient' })
export const listPanelsOfProfile = endpoint({
  method: 'GET',
  path: '/lab/labtestpanels-byprofile-id/{profile_id}/',
  also: ['/lab/lab-test-panel/labtestpanels-byprofile-id/{profile_id}/'],
  summary: 'The tests of a profile in their order; with `patient_id` each with the range that fits the patient today',
  access: 'laboratory.view',
  audit: 'read',
  paged: true,
  live: ['catalogue'],
  params: fields({ profile_id: Id }),
  query: fields({ ...pageQuery, patient_id: Id.optional() }),
  response: z.array(PanelForPatient),
})

/** Tests that are asked for together. */
export const Profile = z
  .object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    /** The item it is charged as as a whole; null: each of its tests is charged by itself. */
    item: z.int().nullable(),
    item_name: z.string().nullable(),
    loinc: z.string().nullable(),
    position: z.int(),
    is_active: z.boolean(),
    panels: z.array(z.object({ id: z.int(), code: z.string(), name: z.string(), kind: PanelKind })),
    version: z.int(),
  })
  .meta({ id: 'LabProfile' })
export type Profile = z.output<typeof Profile>
const ProfileInput = fields({
  code: TestCode,
  name: line(120),
  item: Ref.nullish(),
  loinc: Loinc.nullish(),
  position: z.int().min(1).max(9999).default(1000),
  /** In the order of the report. */
  panels: z.array(Ref).min(1, 'Choose at least one test.').max(100),
})
export const listProfiles = endpoint({
  method: 'GET',
  path: '/lab/lab-test-profile/',
  summary: 'List profiles by place and name: their names for everybody, the rest for people with laboratory.view',
  access: 'public',
  perMinute: 600,
  live: ['catalogue'],
  query: fields({ q: z.string().max(100).optional(), active: YesNo.optional(), profile_id: Id.optional() }),
  response: z.array(z.object({ id: z.int(), name: z.string() }).and(Profile.omit({ id: true, name: true }).partial())),
})
export const getProfile = endpoint({
  method: 'GET',
  path: '/lab/lab-test-profile/{id}/',
  summary: 'Read a profile',
  access: 'laboratory.view',
  live: ['catalogue'],
  params: ById,
  response: Profile,
})
export const createProfile = endpoint({
  method: 'POST',
  path: '/lab/lab-test-profile/',
  summary: 'Add a profile. With `create_item` it is put on the price list under its name (which needs catalogue.change)',
  access: 'laboratory.catalogue',
  body: ProfileInput.extend({ create_item: z.boolean().optional() }),
  status: 201,
  response: Profile,
})
export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/lab/lab-test-profile/{id}/',
  summary: 'Change a profile or take it out of use',
  access: 'laboratory.catalogue',
  params: ById,
  body: patchOf(ProfileInput.extend({ is_active: z.boolean() })),
  response: Profile,
})

/** What can be asked for: a profile, or a test by itself. */
export const Orderable = z
  .object({
    kind: z.enum(['profile', 'panel']),
    id: z.int(),
    code: z.string(),
    name: z.string(),
    /** What it is charged as; null of a profile whose tests are charged each by itself. */
    item: z.int().nullable(),
    /** The tests that it comes to. */
    panels: z.array(z.object({ id: z.int(), name: z.string() })),
    /** In a search: the names of those of them by which a profile was found, when its own names do not tell. */
    matched: z.array(z.string()),
    specimens: z.array(z.string()),
    turnaround_minutes: z.int().nullable(),
  })
  .meta({ id: 'LabOrderable' })
export type Orderable = z.output<typeof Orderable>
export const listOrderables = endpoint({
  method: 'GET',
  path: '/lab/orderable-tests/',
  summary: 'What can be asked for, by the words that are typed (names and short names, of the tests in a profile too); profiles first',
  access: 'laboratory.view',
  live: ['catalogue'],
  paged: true,
  query: fields({
    q: z.string().max(100).optional(),
    limit: z.coerce.number<number>().int().min(1).max(500).optional(),
    cursor: pageQuery.cursor,
  }),
  response: z.array(Orderable),
})

export const Container = z
  .object({ id: z.int(), name: z.string(), colour: z.string(), order_of_draw: z.int(), is_active: z.boolean(), version: z.int() })
  .meta({ id: 'LabContainer' })
const ContainerInput = fields({
  name: line(80),
  colour: z.string().regex(/^#[0-9a-f]{6}$/, 'Enter the colour as #rrggbb.'),
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
