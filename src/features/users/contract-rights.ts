import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Id, version } from '#shared/paging.ts'
import { permissions } from '#shared/permissions.ts'
import { line } from '#shared/text.ts'

export const Group = z.object({ id: z.int(), name: z.string() })
const Granted = z.object({ name: z.string(), permissions: z.array(z.object({ id: z.int(), name: z.string() })) })

export const listGroups = endpoint({
  method: 'GET',
  path: '/authperms/groups',
  summary: 'The self-registration group by name, for everybody; all groups with users.view',
  access: 'public',
  perMinute: 600,
  query: fields({ name: z.string().max(150).optional(), group_id: Id.optional() }),
  response: z.array(Group),
})

export const getGroup = endpoint({
  method: 'GET',
  path: '/authperms/groups/{group_id}',
  summary: 'Read a group and its permissions',
  access: 'users.view',
  live: ['users'],
  params: fields({ group_id: Id }),
  response: Granted.extend({ id: z.int(), is_seeded: z.boolean(), members: z.int(), version: z.int() }),
})

export const createGroup = endpoint({
  method: 'POST',
  path: '/authperms/groups',
  summary: 'Add a group',
  access: 'groups.change',
  body: fields({ name: line(60), permissions: z.array(z.enum(permissions)).max(permissions.length) }),
  status: 201,
  response: getGroup.response,
})

export const updateGroup = endpoint({
  method: 'PUT',
  path: '/authperms/groups/{group_id}',
  summary:
    'Change the name and the permissions of a group; its members have them from their next request on. 403 where the group has, or would get, permissions that one does not have, 409 `registration_needed` where members would get a right to sign documents without a recorded title and registration number',
  access: 'groups.change',
  params: fields({ group_id: Id }),
  body: fields({ name: line(60), permissions: z.array(z.enum(permissions)).max(permissions.length), ...version }),
  response: getGroup.response,
})

export const listPermissions = endpoint({
  method: 'GET',
  path: '/authperms/permissions',
  summary: 'List all permissions',
  access: 'users.view',
  response: z.array(z.object({ id: z.int(), name: z.string() })),
})

export const listUserPermissions = endpoint({
  method: 'GET',
  path: '/authperms/permissions/user/{user_id}/',
  summary: "List the names of a person's permissions: one's own, or anybody's with users.view",
  beforePasswordChange: true,
  beforeSecondFactor: true,
  access: 'signed-in',
  eyes: 'clinic',
  live: ['rights'],
  params: fields({ user_id: Id }),
  response: z.array(z.string()),
})
