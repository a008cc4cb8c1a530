import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, version } from '#shared/paging.ts'
import { email, filledProse } from '#shared/text.ts'
import { channels, messageKinds, messageLanguages } from './rules.ts'

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
      .regex(/^[\w.-]*$/, 'Write the names one inside the other with dots, for example data.id.')
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
