import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { fields } from '#shared/paging.ts'
import { channels } from './rules.ts'

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
  fromOutside: true,
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
  fromOutside: true,
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
  fromOutside: true,
  status: 204,
  response: z.void(),
})
