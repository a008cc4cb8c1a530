import { z } from 'zod'
import { fields, ById, ignored, patchOf, Ref, version, Id, pageQuery, PatientId } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Unit } from '#features/lab-catalogue/contract-ranges.ts'

export const protocols = ['hl7', 'astm'] as const
export const Protocol = z.enum(protocols, { error: `Choose one of: ${protocols.join(', ')}.` })

export const connections = ['none', 'listen', 'connect'] as const
export const Connection = z.enum(connections, { error: `Choose one of: ${connections.join(', ')}.` })

export const orderMessages = ['OML^O21', 'ORM^O01', 'ASTM'] as const
export const OrderMessage = z.enum(orderMessages, { error: `Choose one of: ${orderMessages.join(', ')}.` })

/** How orders reach an instrument: sent as they are queued, when it asks for them, or not at all. */
export const OrderDelivery = z.enum(['sent', 'on_query', 'none'])

export const messageStates = ['stored', 'applied', 'partly', 'inbox', 'control', 'query', 'failed', 'answer', 'sent'] as const
export const MessageState = z.enum(messageStates, { error: `Choose one of: ${messageStates.join(', ')}.` })

export const inboxStates = ['applied', 'waiting', 'control', 'ignored', 'dismissed'] as const
export const InboxState = z.enum(inboxStates, { error: `Choose one of: ${inboxStates.join(', ')}.` })

export const jobStates = ['queued', 'sent', 'accepted', 'failed', 'cancelled'] as const
export const JobState = z.enum(jobStates, { error: `Choose one of: ${jobStates.join(', ')}.` })

/** Kinds of instruments whose layout is known; `presets` has one for each. */
export const presetKeys = [
  'abbott-architect',
  'genexpert-astm',
  'genexpert-hl7',
  'horiba-micros60',
  'horiba-pentra60',
  'mindray-ba88a',
  'mindray-bc2000',
  'mindray-bc5380',
  'mindray-bs200',
  'mindray-bs300',
  'mindray-bs360e',
  'stago-start4',
  'sysmex-xn',
] as const

const component = z.int().min(1, 'Enter a component from 1 to 12.').max(12, 'Enter a component from 1 to 12.')

/** Where a field stands: letter or name of its record, number, and the component where it is not the first. */
export const FIELD_PLACE = /^(P|O|OBR|SPM|SAC|PID)-([1-9]\d?)(?:\.([1-9]))?$/
/** The records that may hold the number of a sample. */
export const sampleRecords = { astm: ['O', 'P'], hl7: ['OBR', 'SPM', 'SAC', 'PID'] } as const

const shape = {
  /** Components of R-3 (ASTM) or OBX-3 (HL7) that name the test; several are joined by `/`, as in MTB-RIF/MTB. Empty: where it usually stands. */
  test_components: z.array(component).max(3),
  /** The component of the same field that names a part of a result, such as Ct: what has one is never entered. */
  part_component: component.nullable(),
  /** Tests that are parts of a result: probes, internal controls. A `*` at the end stands for anything. */
  part_names: z.array(line(40)).max(60),
  /** The field with the number of the sample, such as O-3, O-4.3, P-3 or OBR-2; null: where it usually stands. */
  sample_field: z.string().trim().toUpperCase().regex(FIELD_PLACE, 'Enter the field as O-3, O-4.3, P-3, OBR-2 or SPM-2.').nullable(),
  /** Where the number is a part of that field: the character between the parts, and which part it is. */
  sample_separator: z.string().length(1, 'Enter one character.').nullable(),
  sample_piece: z.int().min(1, 'Enter a number from 1 to 9.').max(9, 'Enter a number from 1 to 9.').nullable(),
  /** What the numbers of control material begin with; empty: it is marked in another way. */
  control_prefix: z.string().trim().max(20),
  /** MTB and rifampicin resistance are one result, with the name of the assay as its code. */
  combine_mtb_rif: z.boolean(),
}

/** Where an instrument's messages have what is read of them. */
export const MessageLayout = z.object(shape).meta({ id: 'LabMessageLayout' })
export type MessageLayout = z.output<typeof MessageLayout>

/** What is left out is where instruments usually have it. */
export const LayoutInput = fields(shape).partial()

/** Everything where instruments usually have it. */
export const usualLayout: MessageLayout = {
  test_components: [],
  part_component: null,
  part_names: [],
  sample_field: null,
  sample_separator: null,
  sample_piece: null,
  control_prefix: '',
  combine_mtb_rif: false,
}

const PresetKey = z.enum(presetKeys, { error: `Choose one of: ${presetKeys.join(', ')}.` })

/** An instrument of the laboratory. */
export const Equipment = z
  .object({
    id: z.int(),
    name: z.string(),
    /** `tcp`: on the line. As earlier clients know it; `connection` says who calls whom. */
    category: z.enum(['none', 'tcp']),
    connection: Connection,
    /** Where it is when we connect; the only address that may send when we listen (null: any). */
    ip_address: z.string().nullable(),
    /** Its own when we connect, ours when we listen. */
    port: z.int().nullable(),
    data_format: Protocol,
    /** How it is sent orders; null: it is sent none, and answered when it asks. */
    order_message: OrderMessage.nullable(),
    /** `on_query`: an ASTM instrument without `order_message`; its orders wait until it asks for them. */
    order_delivery: OrderDelivery,
    /** The kind of instrument that `layout` was taken from; null: none. */
    preset: z.string().nullable(),
    /** Where its messages have what is read of them. */
    layout: MessageLayout,
    /** How it names itself in its messages; several on one port are told apart by it. */
    sender: z.string(),
    note: z.string(),
    is_active: z.boolean(),
    last_seen_at: Instant.nullable(),
    last_error: z.string().nullable(),
    /** When it sent its last message. */
    last_message_at: Instant.nullable(),
    codes: z.int(),
    /** Results of it in the inbox. */
    waiting: z.int(),
    /** Orders that it did not accept yet, and those that were given up. */
    jobs_open: z.int(),
    jobs_failed: z.int(),
    version: z.int(),
  })
  .meta({ id: 'LabEquipment' })
export type Equipment = z.output<typeof Equipment>

const host = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]([A-Za-z0-9.:-]{0,252}[A-Za-z0-9])?$/, 'Enter an address, such as 192.168.1.20.')
/** Earlier clients send the port as text. */
const port = z.preprocess(
  (sent: number | string) => (typeof sent === 'string' && /^\d{1,5}$/.test(sent) ? Number(sent) : sent),
  z.int('Enter a port from 1 to 65535.').min(1, 'Enter a port from 1 to 65535.').max(65_535, 'Enter a port from 1 to 65535.'),
)
const EquipmentInput = fields({
  name: line(120),
  data_format: Protocol,
  connection: Connection.optional(),
  /** Without `connection`, `tcp` means that we connect. */
  category: z.enum(['none', 'tcp'], { error: 'Choose none or tcp; an analyser with a serial cable needs a converter to TCP.' }).optional(),
  ip_address: host.nullish(),
  port: port.nullish(),
  order_message: OrderMessage.nullish(),
  /** A kind of instrument that is known: its layout is taken unless `layout` says another one. */
  preset: PresetKey.nullish(),
  /** The whole of it: what is left out is where instruments usually have it. */
  layout: LayoutInput.optional(),
  sender: z.string().trim().max(120).optional(),
  note: z.string().trim().max(500).optional(),
})
export const listEquipment = endpoint({
  method: 'GET',
  path: '/lab/lab-equipment/',
  summary: 'List the instruments of the laboratory by name, those out of use last',
  access: 'laboratory.view',
  live: ['analysers'],
  query: fields({}),
  response: z.array(Equipment),
})
export const getEquipment = endpoint({
  method: 'GET',
  path: '/lab/lab-equipment/{id}/',
  summary: 'Read an instrument',
  access: 'laboratory.view',
  live: ['analysers'],
  params: ById,
  response: Equipment,
})
export const createEquipment = endpoint({
  method: 'POST',
  path: '/lab/lab-equipment/',
  summary: 'Add an instrument; it is listened to or called within seconds',
  access: 'laboratory.equipment',
  body: EquipmentInput.extend(ignored('id')),
  status: 201,
  response: Equipment,
})
export const updateEquipment = endpoint({
  method: 'PATCH',
  path: '/lab/lab-equipment/{id}/',
  summary: 'Change an instrument or take it out of use',
  access: 'laboratory.equipment',
  params: ById,
  body: patchOf(EquipmentInput.extend({ is_active: z.boolean() })),
  response: Equipment,
})

export const tryEquipment = endpoint({
  method: 'POST',
  path: '/lab/lab-equipment/{id}/try/',
  summary: 'Open a connection to the port of an instrument (or to ours, where it calls) and close it again',
  access: 'laboratory.equipment',
  idempotent: false,
  perMinute: 30,
  params: ById,
  response: z.object({
    is_reached: z.boolean(),
    /** Why it is not, in words. */
    answer: z.string(),
    took_ms: z.int(),
  }),
})

/** What a code of an instrument means. */
export const EquipmentCode = z
  .object({
    id: z.int(),
    code: z.string(),
    /** Null: known, and not wanted. */
    panel: z.int().nullable(),
    panel_code: z.string().nullable(),
    panel_name: z.string().nullable(),
    /** The unit in which it sends; null: as it says, or the test's own. */
    unit: z.string().nullable(),
    /** Of coded results: what it sends, and which choice that is. */
    values: z.record(z.string(), z.string()),
  })
  .meta({ id: 'LabEquipmentCode' })
export type EquipmentCode = z.output<typeof EquipmentCode>
/** The whole map, with the version of the instrument that it belongs to. */
const CodeMap = z.object({ version: z.int(), codes: z.array(EquipmentCode) }).meta({ id: 'LabEquipmentCodes' })
const CodeInput = fields({
  code: z.string().trim().min(1, 'This field is required.').max(60),
  panel: Ref.nullable(),
  unit: Unit.nullish(),
  values: z.record(z.string().trim().min(1).max(80), z.string().trim().min(1).max(80)).default({}),
  ...ignored('id', 'panel_code', 'panel_name'),
})
export const getCodes = endpoint({
  method: 'GET',
  path: '/lab/lab-equipment/{id}/codes/',
  summary: 'What the codes of an instrument mean, by code',
  access: 'laboratory.enter',
  live: ['analysers'],
  params: ById,
  response: CodeMap,
})
export const putCodes = endpoint({
  method: 'PUT',
  path: '/lab/lab-equipment/{id}/codes/',
  summary: 'Say what the codes of an instrument mean: the whole map; results that wait are not touched until they are tried again',
  access: 'laboratory.equipment',
  params: ById,
  body: fields({ codes: z.array(CodeInput).max(500), ...version }),
  status: 200,
  response: CodeMap,
})

/** A code that came and is not in the map. */
export const UnmappedCode = z
  .object({
    code: z.string(),
    text: z.string(),
    /** Of the latest result with it. */
    value: z.string(),
    unit: z.string(),
    seen: z.int(),
    last_at: Instant,
    /** By LOINC or equal code; never taken by itself. */
    suggested_panel: z.int().nullable(),
    suggested_panel_code: z.string().nullable(),
    suggested_panel_name: z.string().nullable(),
  })
  .meta({ id: 'LabUnmappedCode' })
export const listUnmapped = endpoint({
  method: 'GET',
  path: '/lab/lab-equipment/{id}/unmapped/',
  summary: 'Codes in the messages of an instrument that its map does not know, with the test that each may mean',
  access: 'laboratory.equipment',
  live: ['analysers', 'catalogue'],
  params: ById,
  response: z.array(UnmappedCode),
})

/** How the messages of a kind of instrument are read, and what its codes usually mean. */
export interface Preset {
  key: (typeof presetKeys)[number]
  /** As its maker calls it. */
  name: string
  protocol: 'hl7' | 'astm'
  layout: MessageLayout
  /** LOINC by what it calls a test; only suggested, never taken by itself. */
  tests: Readonly<Record<string, string>>
}

const cells = { WBC: '6690-2', RBC: '789-8', HGB: '718-7', HCT: '4544-3', PLT: '777-3' }
const indices = { MCV: '787-2', MCH: '785-6', MCHC: '786-4' }
const fiveParts = { NEUT: '751-8', LYMPH: '736-9', MONO: '742-7', EOS: '711-2', BASO: '704-7' }
const chemistry = { GLU: '2345-7', CREA: '2160-0', ALT: '1742-6', AST: '1920-8', ALB: '1751-7' }
const moreChemistry = { ...chemistry, TP: '2885-2', TBIL: '1975-2', UREA: '3094-0' }

/** What a cartridge measures besides its results: probes, the sample's and the instrument's own checks. */
const probes = ['SPC', 'IC', 'CIC', 'SAC', 'PCC', 'HM', 'QC*', 'IQS*', 'Probe *', 'rpoB*', 'IS1081*', 'Prb*']
const molecular = {
  'MTB-RIF': '85362-2',
  MTB: '85362-2',
  RIF: '46244-0',
  COVID19: '94500-6',
  SARSCOV2: '94500-6',
  'SARS-CoV-2': '94500-6',
  Xpress: '94500-6',
  'HIV-VL': '20447-9',
  HIV: '20447-9',
  'HIV-1 Viral': '20447-9',
  VL: '20447-9',
  'HIV-1 Qual': '5017-9',
  'HIV-1 DBS': '10351-5',
  HBV: '42595-9',
  'HCV Viral': '11011-4',
  'HPV HR': '82675-0',
  'HPV 16_18-45': '82354-2',
  CT: '21613-5',
  NG: '24111-7',
  EV: '29558-4',
  CDIFF: '54067-4',
  MRSA: '35492-8',
  SA: '94512-1',
  TV: '69937-1',
  VANA: '62261-3',
  VANB: '62261-3',
  Mpox: '100383-9',
  WB: '53601-1',
}

const astm = (key: Preset['key'], name: string, tests: Preset['tests'], layout: Partial<MessageLayout> = {}): Preset => ({
  key,
  name,
  protocol: 'astm',
  layout: { ...usualLayout, ...layout },
  tests,
})
const hl7 = (...[key, name, tests, layout]: Parameters<typeof astm>): Preset => ({ ...astm(key, name, tests, layout), protocol: 'hl7' })

/** Instruments whose messages are known, by name. */
export const presets: readonly Preset[] = [
  hl7('abbott-architect', 'Abbott Architect', { HIV: '75622-1', HBsAg: '5196-1', HCV: '16128-1', TSH: '3016-3', FERR: '2276-4' }),
  astm('genexpert-astm', 'Cepheid GeneXpert (ASTM)', molecular, {
    test_components: [2, 7],
    part_component: 8,
    part_names: probes,
    combine_mtb_rif: true,
  }),
  // 94745-7 is the Ct.
  hl7('genexpert-hl7', 'Cepheid GeneXpert (HL7)', molecular, { part_names: [...probes, '94745-7'], combine_mtb_rif: true }),
  astm('horiba-micros60', 'Horiba ABX Micros 60', { ...cells, LYMPH: '736-9', MID: '35058-2', GRAN: '19023-1' }, { sample_field: 'O-3' }),
  astm('horiba-pentra60', 'Horiba ABX Pentra 60 C+', { ...cells, ...fiveParts }, { sample_field: 'O-3' }),
  astm('mindray-ba88a', 'Mindray BA-88A', chemistry, { sample_field: 'O-3' }),
  hl7('mindray-bc2000', 'Mindray BC-2000', cells),
  hl7('mindray-bc5380', 'Mindray BC-5380', { ...cells, ...indices, ...fiveParts }),
  hl7('mindray-bs200', 'Mindray BS-200', moreChemistry, { control_prefix: 'QC' }),
  hl7('mindray-bs300', 'Mindray BS-300', moreChemistry, { control_prefix: 'QC' }),
  hl7('mindray-bs360e', 'Mindray BS-360E', moreChemistry, { control_prefix: 'QC' }),
  astm(
    'stago-start4',
    'Stago STart 4',
    { PT: '5902-2', INR: '6301-6', APTT: '3173-2', FIB: '3255-7', DDIMER: '48065-7' },
    { sample_field: 'O-3' },
  ),
  // The sample stands in O-3, or behind rack and place in O-4: both are where it usually stands.
  astm('sysmex-xn', 'Sysmex XN', { ...cells, ...indices, ...fiveParts }),
]

/** The instrument of this key; undefined for one that is not among them. */
export const findPreset = (key: string | null): Preset | undefined => presets.find((one) => one.key === key)

/** A test that an instrument is to do, and whether it knows. */
export const EquipmentJob = z
  .object({
    id: z.int(),
    equipment: z.int(),
    equipment_name: z.string(),
    test_request_panel: z.int(),
    test_panel: z.int(),
    test_panel_name: z.string(),
    sample_code: z.string().nullable(),
    patient: PatientId,
    patient_name: z.string(),
    state: JobState,
    /** Queued, and sent when the instrument asks for it, never before. */
    waits_for_query: z.boolean(),
    tries: z.int(),
    /** When it is sent next; null when it is not, or when the instrument has to ask for it. */
    next_try_at: Instant.nullable(),
    problem: z.string(),
    created_at: Instant,
    created_by_name: z.string(),
    done_at: Instant.nullable(),
  })
  .meta({ id: 'EquipmentTestRequest' })
export type EquipmentJob = z.output<typeof EquipmentJob>

export const sendToEquipment = endpoint({
  method: 'POST',
  path: '/lab/equipment-test-request/',
  summary:
    'Send a test to an instrument: answered at once, sent when the instrument can be reached, or when it asks (`waits_for_query`). The same again answers what is there. 409 `sample_not_collected`, `cancelled`, `approved`, `code_not_mapped`, `out_of_use`, `takes_no_orders`',
  access: 'laboratory.enter',
  body: fields({ test_request_panel: Ref, equipment: Ref, ...ignored('id') }),
  status: 201,
  response: EquipmentJob,
})
export const listJobs = endpoint({
  method: 'GET',
  path: '/lab/equipment-test-request/',
  summary: 'What was sent to instruments or waits to be, newest first',
  access: 'laboratory.enter',
  audit: 'read',
  paged: true,
  live: ['analysers'],
  query: fields({ ...pageQuery, equipment: Id.optional(), state: JobState.optional(), sample: Id.optional() }),
  response: z.array(EquipmentJob),
})
export const retryJob = endpoint({
  method: 'POST',
  path: '/lab/equipment-test-request/{id}/retry/',
  summary: 'Send once more what waits or was given up; 409 when it is done or taken back',
  access: 'laboratory.enter',
  params: ById,
  body: fields({}),
  status: 200,
  response: EquipmentJob,
})
export const cancelJob = endpoint({
  method: 'POST',
  path: '/lab/equipment-test-request/{id}/cancel/',
  summary: 'Take back what was not accepted yet; 409 when the instrument has it',
  access: 'laboratory.enter',
  params: ById,
  body: fields({}),
  status: 200,
  response: EquipmentJob,
})
