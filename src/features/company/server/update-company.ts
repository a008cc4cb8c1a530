import { rm } from 'node:fs/promises'
import type { ParsedOf, Upload } from '#shared/endpoint.ts'
import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, formError } from '#platform/errors/problem.ts'
import { reencodeImage } from '#platform/files/image.ts'
import type { FileStore } from '#platform/files/store.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { Company, updateCompany } from '../contract.ts'
import { insertFile, knowsTimeZone, lockCompany, updateCompanyRow } from './queries.ts'

type Input = ParsedOf<typeof updateCompany> & Context
export const LOGO_PIXELS = 512

/** Empty texts as nothing at all. */
export const withoutBlanks = <T extends Record<string, unknown>>(values: T) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? null : value])) as {
    [K in keyof T]: T[K] extends infer V ? (V extends '' ? null : V) : never
  }

/** Refuses a zone that the database cannot reckon in. */
export const requireTimeZone = async (db: Db, zone: string, field = 'time_zone') => {
  if (!(await knowsTimeZone(db, zone))) throw fieldError(field, 'Unknown time zone. Choose one from the list.')
}

const keepLogo = async (db: Db, files: FileStore, upload: Upload, userId: number, now: Date) => {
  const drawn = await reencodeImage(upload.path, { field: 'logo', types: updateCompany.files.logo.types, maxSide: LOGO_PIXELS })
  try {
    const kept = await files.putFile(drawn)
    return await insertFile(db, { ...kept, type: 'image/png', name: 'logo.png', created_at: now, created_by: userId })
  } finally {
    await rm(drawn, { force: true })
  }
}

/** Changes the clinic's details and its logo. 412 when somebody else changed them since. */
export const updateCompanyDetails = async (files: FileStore, { db, body, files: uploads, ifMatch, user, now, audit, publish }: Input) => {
  const before = await lockCompany(db)
  const { version = ifMatch, remove_logo, id: _id, has_logo: _has, is_demo: _demo, ...details } = body
  await requireUnchanged(before, version, () => Company.parse(before))
  if (remove_logo && uploads.logo) throw formError('Upload a new logo or remove the old one, not both.')
  if (details.time_zone) await requireTimeZone(db, details.time_zone)
  const logo = uploads.logo ? { logo_file_id: await keepLogo(db, files, uploads.logo, user.id, now) } : {}
  const after = await updateCompanyRow(db, { ...withoutBlanks(details), ...logo, ...(remove_logo && { logo_file_id: null }) })
  audit('change', { entity: 'company', id: after.id, change: changedFields(before, after) })
  publish('company')
  return after
}
