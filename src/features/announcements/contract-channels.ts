import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, ignored, patchOf, YesNo } from '#shared/paging.ts'
import { line } from '#shared/text.ts'

export const AnnouncementChannel = z
  .object({ id: z.int(), name: z.string(), is_active: z.boolean(), version: z.int() })
  .meta({ id: 'AnnouncementChannel' })
export type AnnouncementChannel = z.output<typeof AnnouncementChannel>

export const listAnnouncementChannels = endpoint({
  method: 'GET',
  path: '/announcement/channels/',
  summary: 'List the channels of announcements, by name',
  access: 'announcements.view',
  live: ['announcements'],
  query: fields({ active: YesNo.optional() }),
  response: z.array(AnnouncementChannel),
})

export const createChannel = endpoint({
  method: 'POST',
  path: '/announcement/channels/',
  summary: 'Add a channel of announcements',
  access: 'announcements.channels',
  body: fields({ name: line(60), ...ignored('photo') }),
  status: 201,
  response: AnnouncementChannel,
})

export const changeChannel = endpoint({
  method: 'PATCH',
  path: '/announcement/channels/{id}/',
  summary: 'Rename a channel, or take it out of use: what was announced in it stays, nothing more comes',
  access: 'announcements.channels',
  params: ById,
  body: patchOf(fields({ name: line(60), is_active: z.boolean() })),
  response: AnnouncementChannel,
})
