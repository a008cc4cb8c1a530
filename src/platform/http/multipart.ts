import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import type { FileRule, Upload } from '#shared/endpoint.ts'
import type { Ids } from '#platform/ids.ts'
import { Problem, fieldError, formError } from '#platform/errors/problem.ts'
import { dictionary, ownValue } from '#shared/dictionary.ts'
import { inspectText } from './json-body.ts'

const MAX_FIELDS = 100
const MAX_FIELD_BYTES = 65_536

export interface Files {
  fields: Record<string, string>
  uploads: Record<string, Upload>
  /** Stands for the whole form, for idempotency. */
  digest: string
  discard(): Promise<void>
}

type Part = Awaited<ReturnType<ReturnType<FastifyRequest['parts']>['next']>>['value']
type FilePart = Extract<Part, { type: 'file' }>

const saveFile = async (part: FilePart, { maxBytes }: FileRule, path: string): Promise<Upload> => {
  const hash = createHash('sha256')
  let size = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      hash.update(chunk)
      if (size > maxBytes) done(fieldError(part.fieldname, `The file is larger than ${Math.round(maxBytes / 1_048_576)} MB.`))
      else done(null, chunk)
    },
  })
  await pipeline(part.file, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  if (part.file.truncated) throw new Problem(413, 'too_large', 'The file is too large.')
  if (size === 0) throw fieldError(part.fieldname, 'The file is empty.')
  return {
    name: part.filename.replace(/[\p{Cc}/\\]/gu, '_').slice(-200),
    type: part.mimetype,
    size,
    sha256: hash.digest('hex'),
    path,
  }
}

/** Takes a multipart form apart: fields as text, files streamed to disk under names of our own, each once and no larger than its rule. */
export const takeFiles = async (
  rules: Readonly<Record<string, FileRule>>,
  request: FastifyRequest,
  dir: string,
  ids: Ids,
): Promise<Files> => {
  if (!request.isMultipart()) throw new Problem(415, 'unsupported_media_type', 'Send multipart/form-data.')
  const fields = dictionary<string>()
  const uploads = dictionary<Upload>()
  const discard = async () => {
    await Promise.all(Object.values(uploads).map(({ path }) => rm(path, { force: true })))
  }
  try {
    for await (const part of request.parts({
      limits: { fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, parts: MAX_FIELDS, fileSize: Infinity },
    })) {
      if (part.fieldname in fields || part.fieldname in uploads) throw fieldError(part.fieldname, 'Send this field once.')
      if (part.type === 'field') {
        if (part.valueTruncated) throw fieldError(part.fieldname, 'This value is too long.')
        fields[part.fieldname] = String(part.value)
        continue
      }
      const rule = ownValue(rules, part.fieldname)
      if (!rule) throw fieldError(part.fieldname, 'Unknown file field.')
      const path = join(dir, ids.uuid())
      uploads[part.fieldname] = { name: '', type: '', size: 0, sha256: '', path }
      uploads[part.fieldname] = await saveFile(part, rule, path)
    }
    inspectText(fields)
    for (const [name, { required }] of Object.entries(rules)) if (required && !uploads[name]) throw fieldError(name, 'Choose a file.')
  } catch (error) {
    await discard()
    if (error instanceof Problem) throw error
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')) throw formError('The form cannot be read.')
    if (error instanceof Error && /multipart|boundary|Malformed|Unexpected end|terminated early/i.test(error.message))
      throw formError('The form cannot be read.')
    throw error
  }
  const digest = JSON.stringify([fields, Object.entries(uploads).map(([name, { sha256 }]) => [name, sha256])])
  return { fields, uploads, digest, discard }
}
