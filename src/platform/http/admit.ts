import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/endpoint.ts'
import { writeTrail } from '#platform/audit/audit.ts'
import { forbidden, notSignedIn, passwordChangeRequired, secondFactorDue } from '#platform/errors/problem.ts'
import type { User } from './handle.ts'
import { networkOf } from './network.ts'
import type { Parts } from './server-parts.ts'

const PUBLIC_PER_MINUTE = 60

/** Who makes a public call without signing in. */
const nobody: User = {
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

/** Leaves a row for what somebody tried and may not do, whatever becomes of the request. */
export const noteDenied = async (
  { db, clock }: Parts,
  { method, path, access }: Endpoint,
  request: FastifyRequest,
  user: User,
  patient: number | null = null,
) => {
  const trail = { at: clock(), actor_id: user.id || null, request_id: request.id, ip: request.ip }
  const entity = patient === null ? access : 'patient'
  await writeTrail(db, trail, [{ action: 'denied', entity, id: patient, patient, change: { call: `${method} ${path}` } }])
}

const mayCall = (access: Endpoint['access'], { role, permissions }: User) =>
  access === 'public' || access === 'signed-in' || (access === 'patient' ? role === 'patient' : permissions.has(access))

/** The password comes first; then only what sets the second step up. */
const isOpenWithoutSecondFactor = ({ must_change_password }: User, { beforePasswordChange, beforeSecondFactor }: Endpoint) =>
  beforeSecondFactor === true || (must_change_password && beforePasswordChange === true)

/** Lets a request in or throws: 401 without a session, 403 without the permission. Nothing has been parsed or read before. */
export const admit = async (parts: Parts, endpoint: Endpoint, request: FastifyRequest): Promise<User> => {
  const { authenticate, limiter } = parts
  const isPublic = endpoint.access === 'public'
  const perMinute = endpoint.perMinute ?? (isPublic ? PUBLIC_PER_MINUTE : null)
  if (perMinute !== null)
    await limiter.spend(`${endpoint.method} ${endpoint.path}`, networkOf(request.ip), { points: perMinute, seconds: 60 })
  const user = request.headers.authorization === undefined ? null : await authenticate(request)
  if (!user && isPublic) return nobody
  if (!user) throw notSignedIn(request.headers.authorization)
  request.actorId = user.id
  await limiter.brake(user.session_id)
  if (user.must_change_password && !isPublic && !endpoint.beforePasswordChange) throw passwordChangeRequired()
  if (user.second_factor_due && !isPublic && !isOpenWithoutSecondFactor(user, endpoint)) throw secondFactorDue()
  if (!mayCall(endpoint.access, user)) {
    await noteDenied(parts, endpoint, request, user)
    throw forbidden(endpoint.access)
  }
  return user
}
