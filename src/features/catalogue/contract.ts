import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

/** What everybody may know of a service: its name. */
export const listServices = endpoint({
  method: 'GET',
  path: '/patients/services/',
  summary: 'List services, by name; price and department only for people with services.view',
  access: 'public',
  perMinute: 600,
  live: ['company'],
  response: z.array(
    z.object({ id: z.int(), name: z.string(), price: z.string().optional(), department: z.string().nullable().optional() }),
  ),
})
