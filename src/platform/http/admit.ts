import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/endpoint.ts'
import type { TrailRow } from '#platform/audit/audit.ts'
import { forbidden, notSetUp, notSignedIn, passwordChangeRequired, secondFactorDue, type Problem } from '#platform/errors/problem.ts'
import type { User } from './handle.ts'
import type { Caller } from './limits.ts'
import { networkOf } from './network.ts'
import type { Parts } from './server-dependencies.ts'

const PUBLIC_PER_MINUTE = 60

/** Who makes a public call without signing in. */
const noUser: User = {
  id: 0,
  role: 'patient',
  first_name: '',
  last_name: '',
  email: '',
  session_id: '',
  patient_id: null,
  patient_is_active: false,
  must_change_password: false,
  second_factor_due: false,
  permissions: new Set(),
}

/** Who calls, as the limits count it. */
export const callerOf = (request: FastifyRequest, user: User | null): Caller => ({
  network: networkOf(request.ip),
  account: user?.id || null,
  isPatient: user !== null && user.id !== 0 && user.role === 'patient',
})

/** Puts what a person may not do into the trail, whatever becomes of the request: the row itself, or as one of many. */
export const noteRefused = ({ refusals, clock }: Parts, { method, path }: Endpoint, request: FastifyRequest, user: User, row: TrailRow) => {
  const trail = { at: clock(), actor_id: user.id || null, request_id: request.id, ip: request.ip }
  const { network, isPatient } = callerOf(request, user)
  return refusals.note({ trail, network, isPatient, call: `${method} ${path}`, row })
}

/** The same for a call that a rule forbids. */
export const noteDenied = (parts: Parts, endpoint: Endpoint, request: FastifyRequest, user: User, patient: number | null = null) => {
  const { method, path, access } = endpoint
  const entity = patient === null ? access : 'patient'
  const row = { action: 'denied', entity, id: patient, patient, change: { call: `${method} ${path}` } }
  return noteRefused(parts, endpoint, request, user, row)
}

/**
 * Refuses with `problem`, or with 429 where too much was refused already. Not for a record that must look as if it were not there: only one
 * that is would be refused so.
 */
export const refuse = async ({ limiter }: Parts, request: FastifyRequest, user: User | null, problem: Problem): Promise<never> => {
  await limiter.refused(callerOf(request, user))
  throw problem
}

const mayCall = (access: Endpoint['access'], { role, permissions }: User) =>
  access === 'public' || access === 'signed-in' || (access === 'patient' ? role === 'patient' : permissions.has(access))

/** The password comes first; then only what sets the second step up. */
const isOpenWithoutSecondFactor = ({ must_change_password }: User, { beforePasswordChange, beforeSecondFactor }: Endpoint) =>
  beforeSecondFactor === true || (must_change_password && beforePasswordChange === true)

/** Whether a public call leaves something behind. */
const writes = ({ method, audit, rawInput }: Endpoint) =>
  method !== 'GET' || rawInput === true || audit === 'read' || audit === 'read in statement'

/** Under which name the calls of an endpoint are counted. */
export const callName = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

/**
 * Lets a request in or throws: 401 without a session, 403 without the permission. Nothing has been parsed or read before. The calls of a
 * minute are counted by account once it is known, and by network without one: a stranger beside them takes nothing from who is signed in.
 */
export const admit = async (parts: Parts, endpoint: Endpoint, request: FastifyRequest): Promise<User> => {
  const { authenticate, limiter } = parts
  const isPublic = endpoint.access === 'public'
  const user = request.headers.authorization === undefined ? null : await authenticate(request)
  if (!user && !isPublic) return refuse(parts, request, null, notSignedIn(request.headers.authorization))
  const perMinute = endpoint.perMinute ?? (isPublic ? PUBLIC_PER_MINUTE : null)
  if (perMinute !== null && !endpoint.countsItself)
    await limiter.spend(callName(endpoint), user ? `account ${user.id}` : networkOf(request.ip), { points: perMinute, seconds: 60 })
  if (isPublic && writes(endpoint) && !endpoint.beforeSetUp && !(await parts.isSetUp())) throw notSetUp()
  if (!user) return noUser
  request.actorId = user.id
  await limiter.countCall(callerOf(request, user))
  if (user.must_change_password && !isPublic && !endpoint.beforePasswordChange)
    return refuse(parts, request, user, passwordChangeRequired())
  if (user.second_factor_due && !isPublic && !isOpenWithoutSecondFactor(user, endpoint))
    return refuse(parts, request, user, secondFactorDue())
  if (!mayCall(endpoint.access, user)) {
    await noteDenied(parts, endpoint, request, user)
    return refuse(parts, request, user, forbidden(endpoint.access))
  }
  return user
}
