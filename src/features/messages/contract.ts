import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, PatientId, version } from '#shared/paging.ts'
import { channels, messageKinds, messageStates, messageSubjects, messageLanguages } from './rules.ts'
import { email, filledProse } from '#shared/text.ts'

export const Message = z
  .object({
    id: z.int(),
    kind: z.enum(messageKinds),
    channel: z.enum(channels),
    address: z.string(),
    language: z.string(),
    subject: z.string(),
    body: z.string(),
    patient: PatientId.nullable(),
    /** As on file, else as the public booking named them; null of a message that is about neither. */
    patient_name: z.string().nullable(),
    /** Of the appointment that it is about. */
    appointment_number: z.string().nullable(),
    entity: z.string().nullable(),
    entity_id: z.int().nullable(),
    state: z.enum(messageStates),
    reason: z.string(),
    send_after: Instant,
    send_before: Instant.nullable(),
    attempts: z.int(),
    provider_id: z.string().nullable(),
    created_at: Instant,
    created_by_name: z.string().nullable(),
    sent_at: Instant.nullable(),
    delivered_at: Instant.nullable(),
    is_opted_out: z.boolean(),
  })
  .meta({ id: 'Message' })
export type Message = z.output<typeof Message>

export const listMessages = endpoint({
  method: 'GET',
  path: '/messages/',
  summary: 'What was written to patients, newest first, with what became of it',
  access: 'messages.view',
  audit: 'read',
  paged: true,
  live: ['messages'],
  query: fields({
    ...pageQuery,
    state: z.enum(messageStates).optional(),
    channel: z.enum(channels).optional(),
    patient: Id.optional(),
    entity: z.enum(messageSubjects).optional(),
    entity_id: Id.optional(),
  }),
  response: z.array(Message),
})

export const sendAgain = endpoint({
  method: 'POST',
  path: '/messages/{id}/send-again/',
  summary: 'Put a message that failed or was skipped back into the queue',
  access: 'messages.view',
  allowsRestricted: true,
  params: ById,
  response: Message,
})

export const stopMessage = endpoint({
  method: 'POST',
  path: '/messages/{id}/stop/',
  summary: 'Take a waiting message out of the queue',
  access: 'messages.view',
  allowsRestricted: true,
  params: ById,
  response: Message,
})

const Address = z.string().trim().min(3).max(254)
const OptOut = z
  .object({
    channel: z.enum(channels),
    address: z.string(),
    opted_out_at: Instant,
    /** Null: by the person's own link. */
    opted_out_by_name: z.string().nullable(),
  })
  .meta({ id: 'MessageOptOut' })
export type OptOut = z.output<typeof OptOut>

export const listOptOuts = endpoint({
  method: 'GET',
  path: '/messages/opt-outs/',
  summary: 'Addresses that want no messages, newest first, 100 on a page; or those with a part of the address',
  access: 'messages.view',
  live: ['messages'],
  paged: true,
  query: fields({ search: z.string().trim().max(254).optional(), limit: pageQuery.limit, cursor: pageQuery.cursor }),
  response: z.array(OptOut),
})

export const addOptOut = endpoint({
  method: 'POST',
  path: '/messages/opt-outs/',
  summary: 'Send nothing more to an address, because the person said so',
  access: 'messages.view',
  allowsRestricted: true,
  body: fields({ channel: z.enum(channels), address: Address }),
  status: 201,
  response: OptOut,
})

export const liftOptOut = endpoint({
  method: 'DELETE',
  path: '/messages/opt-outs/',
  summary: 'Send to an address again, because the person said so',
  access: 'messages.view',
  allowsRestricted: true,
  query: fields({ channel: z.enum(channels), address: Address }),
  status: 204,
  response: z.void(),
})

const ByToken = fields({ token: z.string().max(100) })
const OptOutState = z
  .object({
    clinic: z.string(),
    channel: z.enum(channels),
    /** Enough of it to be known by its owner. */
    masked_address: z.string(),
    is_opted_out: z.boolean(),
  })
  .meta({ id: 'MessageOptOutState' })

export const getOptOut = endpoint({
  method: 'GET',
  path: '/public/messages/opt-out/{token}/',
  summary: 'What the link at the end of a message leads to; 404 for any other',
  access: 'public',
  perMinute: 30,
  params: ByToken,
  response: OptOutState,
})

export const optOut = endpoint({
  method: 'POST',
  path: '/public/messages/opt-out/{token}/',
  // Mail programs post to the very address of the link.
  also: ['/messages/opt-out/{token}/'],
  summary: 'Send nothing more to this address',
  access: 'public',
  perMinute: 30,
  params: ByToken,
  rawInput: true,
  response: OptOutState,
})

const ByKey = fields({ key: z.string().max(100) })

export const takeReport = endpoint({
  method: 'POST',
  path: '/messages/reports/{key}/',
  summary: 'What the SMS gateway says became of a message; the reply tells nothing, not even whether the key or the id is known',
  access: 'public',
  audit: 'none',
  idempotent: false,
  perMinute: 1_200,
  params: ByKey,
  rawInput: true,
  status: 204,
  response: z.void(),
})

export const takeReportInQuery = endpoint({
  method: 'GET',
  path: '/messages/reports/{key}/',
  summary: 'The same for gateways that report with GET',
  access: 'public',
  perMinute: 1_200,
  params: ByKey,
  rawInput: true,
  status: 204,
  response: z.void(),
})

const securities = ['tls', 'starttls', 'none'] as const
const formats = ['json', 'form'] as const
const methods = ['POST', 'GET'] as const

export const MessageSettings = z
  .object({
    email_is_on: z.boolean(),
    smtp_host: z.string(),
    smtp_port: z.int(),
    smtp_security: z.enum(securities),
    smtp_user: z.string(),
    has_smtp_password: z.boolean(),
    from_name: z.string(),
    from_address: z.string(),
    sms_is_on: z.boolean(),
    sms_url: z.string(),
    sms_method: z.enum(methods),
    sms_format: z.enum(formats),
    sms_fields: z.record(z.string(), z.string()),
    sms_id_path: z.string(),
    has_sms_authorization: z.boolean(),
    sms_sender: z.string(),
    country_code: z.string(),
    /** Where the gateway reports deliveries; empty until SMS was set up. */
    report_path: z.string(),
    quiet_from: z.string(),
    quiet_to: z.string(),
    reminder_hours: z.array(z.int()),
    /** A demonstration clinic sends nothing. */
    is_demo: z.boolean(),
    /** Where everybody reaches the clinic; null when nobody has said, and then messages carry no link to opt out. */
    public_url: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'MessageSettings' })
export type MessageSettings = z.output<typeof MessageSettings>

export const getMessageSettings = endpoint({
  method: 'GET',
  path: '/messages/settings/',
  summary: 'How messages are sent, and when; passwords are never answered',
  access: 'messages.settings',
  live: ['messages'],
  response: MessageSettings,
})

const oneLine = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'Use one line of plain text.')
    .trim()
const HOST = /^$|^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$|^[0-9A-Fa-f:.]{2,45}$/
/** Null keeps the one that is there; an empty text removes it. In other texts null is an empty one. */
const secret = oneLine(1000).nullable()
const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, for example 20:00.')

export const updateMessageSettings = endpoint({
  method: 'PUT',
  path: '/messages/settings/',
  summary: 'Change how messages are sent; fields that are not sent stay. A password: null keeps it, an empty text removes it',
  access: 'messages.settings',
  idempotent: false,
  body: fields({
    email_is_on: z.boolean(),
    smtp_host: oneLine(253).regex(HOST, 'Enter the name of a mail server, for example mail.clinic.example.').nullable(),
    smtp_port: z.int().min(1).max(65_535),
    smtp_security: z.enum(securities),
    smtp_user: oneLine(254).nullable(),
    smtp_password: secret,
    from_name: oneLine(120).nullable(),
    from_address: z.union([email, z.literal('')]).nullable(),
    sms_is_on: z.boolean(),
    sms_url: oneLine(1000).nullable(),
    sms_method: z.enum(methods),
    sms_format: z.enum(formats),
    sms_fields: z.record(z.string().min(1).max(60), oneLine(500)).refine((named) => Object.keys(named).length <= 30, 'At most 30 fields.'),
    sms_id_path: oneLine(200)
      .regex(/^[\w.-]*$/, 'Write nested names with dots, for example data.id.')
      .nullable(),
    sms_authorization: secret,
    sms_sender: oneLine(30).nullable(),
    country_code: z
      .string()
      .regex(/^(\+?[1-9]\d{0,3})?$/, 'Enter a country code, for example 254.')
      .nullable(),
    quiet_from: Time,
    quiet_to: Time,
    reminder_hours: z.array(z.int().min(1).max(336)).max(5),
    /** Makes a new address for delivery reports; the old one stops at once. */
    new_report_key: z.literal(true),
  })
    .partial()
    .extend(version),
  response: MessageSettings,
})

export const testMessageSettings = endpoint({
  method: 'POST',
  path: '/messages/settings/test/',
  summary: 'Send a test now, as set up, and answer what the server said',
  access: 'messages.settings',
  idempotent: false,
  perMinute: 10,
  body: fields({ channel: z.enum(channels), address: z.string().trim().min(3).max(254) }),
  response: z.object({ was_sent: z.boolean(), answer: z.string() }),
})

export const tryMessageConnection = endpoint({
  method: 'POST',
  path: '/messages/settings/connect/',
  summary: 'Reach the mail server (and sign in) or the SMS gateway as set up, and send nothing',
  access: 'messages.settings',
  idempotent: false,
  perMinute: 10,
  body: fields({ channel: z.enum(channels) }),
  response: z.object({
    is_reached: z.boolean(),
    /** Why it is not, in words. */
    answer: z.string(),
    took_ms: z.int(),
  }),
})

const TemplateKey = { kind: z.enum(messageKinds), channel: z.enum(channels), language: z.enum(messageLanguages) }
export const MessageTemplate = z
  .object({
    ...TemplateKey,
    /** Of e-mail alone. */
    subject: z.string(),
    body: z.string(),
    /** The words the program brings; nobody has changed them. */
    is_default: z.boolean(),
    changed_at: Instant.nullable(),
    changed_by_name: z.string().nullable(),
    /** Of an SMS with sample values: how it is written on the network, its characters, and the parts it takes. */
    sms: z.object({ encoding: z.enum(['GSM-7', 'UCS-2']), length: z.int(), segments: z.int() }).nullable(),
    /** 0 for the default words. */
    version: z.int(),
  })
  .meta({ id: 'MessageTemplate' })
export type MessageTemplate = z.output<typeof MessageTemplate>

export const listMessageTemplates = endpoint({
  method: 'GET',
  path: '/messages/templates/',
  summary: 'The words of every kind of message, by channel and language',
  access: 'messages.view',
  live: ['messages'],
  response: z.array(MessageTemplate),
})

const word = z.string().max(20)
const ByTemplate = fields({ kind: word, channel: word, language: word })

export const updateMessageTemplate = endpoint({
  method: 'PUT',
  path: '/messages/templates/{kind}/{channel}/{language}/',
  summary: 'Write a message in words of your own, with placeholders of the closed list',
  access: 'messages.settings',
  params: ByTemplate,
  body: fields({ subject: oneLine(150).optional(), body: filledProse(1_000), version: z.int().min(0).optional() }),
  response: MessageTemplate,
})

export const resetMessageTemplate = endpoint({
  method: 'DELETE',
  path: '/messages/templates/{kind}/{channel}/{language}/',
  summary: 'Go back to the default words',
  access: 'messages.settings',
  params: ByTemplate,
  response: MessageTemplate,
})
