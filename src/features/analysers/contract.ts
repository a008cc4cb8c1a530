import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, ignored, patchOf, Ref, version } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { Unit } from '#features/lab-catalogue/contract-fields.ts'
import { Connection, OrderDelivery, OrderMessage, Protocol } from './contract-fields.ts'
import { LayoutInput, MessageLayout, presetKeys } from './contract-layout.ts'

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
  category: z
    .enum(['none', 'tcp'], { error: 'Choose none or tcp; an instrument with a serial cable needs a converter to TCP.' })
    .optional(),
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
  code: z.string().trim().min(1, 'This field may not be blank.').max(60),
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
