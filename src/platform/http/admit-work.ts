import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/endpoint.ts'
import type { AccountWork, Ticket, WorkOwner } from './account-work.ts'
import type { User } from './handle.ts'
import type { Files } from './multipart.ts'
import { networkOf } from './network.ts'
import { ownActivePatient } from './own-patient.ts'
import type { Parts } from './server-parts.ts'
import { countUpload } from './upload-quota.ts'
import { workOf } from './work-rules.ts'

/** Whose work it is: an account's, or that of a network where nobody is signed in. */
const ownerOf = (user: User, request: FastifyRequest): WorkOwner => ({
  key: user.id ? `user ${user.id}` : `network ${networkOf(request.ip)}`,
  isFromOutside: user.role === 'patient',
})

/** Lets expensive work in; null for every other call. */
export const admitWork = async (
  work: AccountWork,
  endpoint: Endpoint,
  user: User,
  request: FastifyRequest,
  called: { type: string; hasFiles: boolean },
): Promise<Ticket | null> => {
  const kind = workOf(endpoint, called)
  return kind && work.enter(kind, ownerOf(user, request))
}

/** A patient's account sends files for the record that it is on, and for no other: without one nothing of them is read. */
export const requireRecordOf = (user: User) => {
  if (user.id !== 0 && user.role === 'patient') ownActivePatient(user)
}

/** Counts an upload for its account's day before it is read, by what it says of its length; afterwards by what arrived. */
export const countedUpload = async (
  { db, clock }: Pick<Parts, 'db' | 'clock'>,
  { files = {} }: Endpoint,
  user: User,
  request: FastifyRequest,
  take: () => Promise<Files>,
): Promise<Files> => {
  const most = Object.values(files).reduce((sum, { maxBytes }) => sum + maxBytes, 0)
  const length = Number(request.headers['content-length'])
  const claimed = Number.isSafeInteger(length) && length >= 0 ? Math.min(length, most) : most
  const owner = { key: ownerOf(user, request).key, isPatient: user.id !== 0 && user.role === 'patient' }
  const correct = await countUpload(db, clock(), owner, claimed)
  const taken = await take()
  await correct(Object.values(taken.uploads).reduce((sum, { size }) => sum + size, 0))
  return taken
}
