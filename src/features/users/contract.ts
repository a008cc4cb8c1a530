import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, pageQuery, version, YesNo } from '#shared/paging.ts'
import { roles, permissions } from '#shared/permissions.ts'
import { email, line, phone } from '#shared/text.ts'

export const Tokens = z.object({ access: z.string(), refresh: z.string() }).meta({ id: 'Tokens' })

/** As long as the clinic asks for (`getPasswordRules`), at most 128, no rules of composition; the commonest are refused by the server. */
export const Password = z.string().max(128, 'Use at most 128 characters.')

export const login = endpoint({
  method: 'POST',
  path: '/users/login/',
  summary: 'Sign in; with a second step the answer is a 401 `code_needed` with a `ticket` for /users/login/code/',
  access: 'public',
  perMinute: 60,
  countsItself: true,
  audit: 'none',
  idempotent: false,
  errors: 'form',
  body: fields({ email: z.string().max(254), password: z.string().max(1000) }),
  response: Tokens,
})

export const refresh = endpoint({
  method: 'POST',
  path: '/users/token/refresh/',
  also: ['/api/token/refresh/'],
  summary: 'Exchange a refresh token, once, for a new pair',
  access: 'public',
  perMinute: 600,
  countsItself: true,
  audit: 'none',
  idempotent: false,
  body: fields({ refresh: z.string().max(200) }),
  response: Tokens,
})

export const logout = endpoint({
  method: 'POST',
  path: '/users/logout/',
  summary: 'End this session, or every session of the person',
  beforePasswordChange: true,
  beforeSecondFactor: true,
  access: 'signed-in',
  eyes: 'clinic',
  idempotent: false,
  body: fields({ everywhere: z.boolean().optional() }),
  status: 204,
  response: z.void(),
})

const Person = z.strictObject({
  email,
  first_name: line(60),
  last_name: line(60),
  phone: phone.nullish(),
  profession: line(60).nullish(),
  date_of_birth: z.iso.date().nullish(),
})

/** Patients register themselves; whatever role or group the body asks for, a patient is what they become. */
export const registerPatientAccount = endpoint({
  method: 'POST',
  path: '/users/register/',
  summary: 'Register as a patient',
  access: 'public',
  perMinute: 10,
  idempotent: false,
  body: Person.extend({ password: Password, ...ignored('role', 'group', 'profession') }),
  status: 201,
  response: z.object({ email: z.string(), first_name: z.string(), last_name: z.string() }),
})

export const UserInput = Person.extend({
  role: z.enum(roles),
  /** Printed below the name: Medical officer, Clinical officer, Midwife. With a right to sign documents, this and the number are required. */
  title: line(60).nullish(),
  registration_number: line(40).nullish(),
  /** Which council registered the person. */
  registration_council: line(80).nullish(),
  /** The groups whose rights the person has; the role's own group when absent. */
  groups: z.array(z.int()).max(20).optional(),
  is_active: z.boolean().optional(),
})

export const User = z
  .object({
    id: z.int(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.string().nullable(),
    profession: z.string().nullable(),
    title: z.string().nullable(),
    registration_number: z.string().nullable(),
    registration_council: z.string().nullable(),
    /** The groups of the person let them sign documents, and title or registration number is not recorded. */
    lacks_registration: z.boolean(),
    date_of_birth: z.string().nullable(),
    age: z.int().nullable(),
    role: z.enum(roles),
    groups: z.array(z.object({ id: z.int(), name: z.string() })),
    is_active: z.boolean(),
    must_change_password: z.boolean(),
    has_second_factor: z.boolean(),
    /** Since when the account exists. */
    created_at: Instant,
    /** Somebody made it by typing this address; whose it is shows the code that is sent to it. */
    is_self_registered: z.boolean(),
    email_verified_at: Instant.nullable(),
    version: z.int(),
  })
  .meta({ id: 'User' })
/** As it travels: screens have it so. */
export type User = z.input<typeof User>

/** A new person gets the password that was typed, or a one-time one that is shown once and must be changed at the first sign-in; a patient the latter always. */
const NewUser = UserInput.extend({ password: Password.optional(), ...ignored('group') })
const CreatedUser = User.extend({ one_time_password: z.string().nullable() })

export const createUser = endpoint({
  method: 'POST',
  path: '/users/users/',
  also: ['/customuser/users/', '/accounts/register/'],
  summary:
    'Add a member of staff. 400 on `title` or `registration_number` when the groups give a right to sign documents and it is not sent',
  access: 'users.change',
  idempotent: false,
  body: NewUser,
  status: 201,
  response: CreatedUser,
})

export const listUsers = endpoint({
  method: 'GET',
  path: '/users/users/',
  also: ['/customuser/users/'],
  summary: 'List people, by name; all of them when no limit is sent',
  access: 'users.view',
  paged: true,
  live: ['users'],
  query: fields({
    ...pageQuery,
    q: z.string().max(100).optional(),
    role: z.enum(roles).optional(),
    group_id: Id.optional(),
    active: YesNo.optional(),
    user_id: Id.optional(),
    /** Only who signs documents without a recorded title or registration number, or only the others. */
    lacks_registration: YesNo.optional(),
  }),
  response: z.array(User),
})

export const getUser = endpoint({
  method: 'GET',
  path: '/users/users/{id}/',
  also: ['/customuser/users/{id}/'],
  summary: 'Read a person; everybody reads their own account',
  access: 'signed-in',
  eyes: 'clinic',
  live: ['users'],
  params: ById,
  response: User,
})

export const updateUser = endpoint({
  method: 'PUT',
  path: '/users/users/{id}/',
  also: ['/customuser/users/{id}/'],
  summary:
    'Change a person, their role and groups; 403 where the person has permissions that one does not have. Other groups than that of the role need groups.change. 400 on `title` or `registration_number` when the person gets a right to sign documents without them',
  access: 'users.change',
  params: ById,
  body: UserInput.extend({ ...version, ...ignored('group') }),
  /** An account that becomes one of staff, or a patient's, gets a one-time password: nobody knows who chose the old one. */
  response: CreatedUser,
})

export const disableUser = endpoint({
  method: 'DELETE',
  path: '/users/users/{id}/',
  also: ['/customuser/users/{id}/'],
  summary: 'Disable a person: signed out at once, never deleted',
  access: 'users.change',
  params: ById,
  status: 204,
  response: z.void(),
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/users/users/{id}/reset-password/',
  summary: 'Give a person a one-time password and end their sessions',
  access: 'users.change',
  idempotent: false,
  params: ById,
  body: fields({}),
  response: z.object({ one_time_password: z.string() }),
})

export const endSessions = endpoint({
  method: 'POST',
  path: '/users/users/{id}/end-sessions/',
  summary: 'Sign a person out everywhere',
  access: 'users.change',
  params: ById,
  body: fields({}),
  status: 204,
  response: z.void(),
})

export const getMe = endpoint({
  method: 'GET',
  path: '/users/me/',
  summary: 'Read my own account',
  beforePasswordChange: true,
  beforeSecondFactor: true,
  access: 'signed-in',
  eyes: 'clinic',
  live: ['users', 'rights'],
  response: User.extend({
    preferences: z.record(z.string(), z.unknown()),
    /** This session is good for setting up the second step alone. */
    second_factor_due: z.boolean(),
    /** When an administrator took the second step away, until there is a new one. */
    second_factor_reset_at: Instant.nullable(),
    /** How many of my older sessions ended when this one began, because there were too many. */
    ended_sessions: z.int(),
    /** Whether this clinic sends a code to find out whose an e-mail address is. */
    verifies_email: z.boolean(),
    /** After so long without a key or a pointer the browser locks. */
    idle_minutes: z.int(),
  }),
})

/** Choices of the person that follow them from screen to screen. */
export const Preferences = fields({
  language: z.enum(['en', 'sw', 'fr']).optional(),
  colour_scheme: z.enum(['light', 'dark', 'auto']).optional(),
  density: z.enum(['comfortable', 'compact']).optional(),
  menu_hidden: z.array(z.string().max(60)).max(60).optional(),
  /** The addresses that the person keeps in their menu beside those of their groups. */
  menu_pinned: z.array(z.string().max(100)).max(60).optional(),
  menu_rail: z.boolean().optional(),
  /** The first steps that the person has ticked, and whether they put the list away. */
  first_steps_done: z.array(z.string().max(60)).max(60).optional(),
  first_steps_closed: z.boolean().optional(),
  landing: z.string().max(60).optional(),
})
export type Preferences = z.output<typeof Preferences>

export const updateMe = endpoint({
  method: 'PATCH',
  path: '/users/me/',
  summary:
    'Change my own telephone or preferences; my own name as a patient or with users.change, since the names of staff are printed on prescriptions and bills',
  access: 'signed-in',
  eyes: 'clinic',
  body: fields({ first_name: line(60), last_name: line(60), phone: phone.nullable(), preferences: Preferences })
    .partial()
    .refine((change) => Object.keys(change).length > 0, 'Nothing to change.'),
  response: getMe.response,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/users/me/password/',
  summary: 'Change my password; every other session of mine ends',
  beforePasswordChange: true,
  access: 'signed-in',
  eyes: 'clinic',
  perMinute: 10,
  idempotent: false,
  body: fields({ current_password: z.string().max(1000), new_password: Password }),
  status: 204,
  response: z.void(),
})

export const Doctor = z.object({ id: z.int(), first_name: z.string(), last_name: z.string(), profession: z.string().nullable() })

export const listDoctors = endpoint({
  method: 'GET',
  path: '/users/doctors/',
  summary: 'List the doctors who can be assigned, by name',
  access: 'attendance.view',
  live: ['users'],
  response: z.array(Doctor),
})

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

const own = { access: 'signed-in', eyes: 'clinic', method: 'POST', perMinute: 10 } as const

export const sendEmailCode = endpoint({
  ...own,
  path: '/users/me/email-code/',
  summary: 'Send a code to my e-mail address, for showing that it is mine; 409 `no_email` where this clinic sends no e-mail',
  idempotent: false,
  body: fields({}),
  status: 204,
  response: z.void(),
})

export const confirmEmailCode = endpoint({
  ...own,
  path: '/users/me/email-code/confirm/',
  summary: 'Show with the code that my e-mail address is mine',
  idempotent: false,
  body: fields({ code: z.string().max(40) }),
  response: getMe.response,
})

export const Session = z.object({
  id: z.string(),
  created_at: Instant,
  seen_at: Instant,
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  is_current: z.boolean(),
  /** How many older sessions ended when this one began, because there were too many. */
  ended_others: z.int(),
})

const OfPerson = fields({ id: Id, session: z.uuid() })

export const listSessions = endpoint({
  method: 'GET',
  path: '/users/users/{id}/sessions/',
  summary: 'List where a person is signed in',
  access: 'users.change',
  live: ['rights'],
  params: ById,
  response: z.array(Session),
})

export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/users/users/{id}/sessions/{session}/',
  summary: 'End one session of a person',
  access: 'users.change',
  params: OfPerson,
  status: 204,
  response: z.void(),
})

export const listMySessions = endpoint({
  method: 'GET',
  path: '/users/me/sessions/',
  summary: 'List where I am signed in',
  access: 'signed-in',
  eyes: 'clinic',
  live: ['rights'],
  response: z.array(Session),
})

export const endMySession = endpoint({
  method: 'DELETE',
  path: '/users/me/sessions/{id}/',
  summary: 'End one of my sessions',
  access: 'signed-in',
  eyes: 'clinic',
  params: fields({ id: z.uuid() }),
  status: 204,
  response: z.void(),
})
