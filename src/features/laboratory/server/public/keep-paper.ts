import { readFile } from 'node:fs/promises'
import type { Upload } from '#shared/endpoint.ts'
import { fieldError } from '#platform/errors/problem.ts'
import { reencodeImage } from '#platform/files/image.ts'
import type { FileStore } from '#platform/files/store.ts'

const FIELD = 'lab_request'
const MAX_SIDE = 3000

const named = (name: string, ending: string) => `${name.replace(/\.[^.]*$/, '') || 'request'}.${ending}`

/** The paper as it is kept: a whole PDF as it came, a picture as its pixels alone. A field error for anything else. */
const readPaper = async ({ path, name }: Upload) => {
  const bytes = await readFile(path)
  if (!bytes.subarray(0, 1024).includes('%PDF-')) {
    const picture = await reencodeImage(path, { field: FIELD, types: ['image/png', 'image/jpeg'], maxSide: MAX_SIDE })
    return { bytes: picture, type: 'image/png', name: named(name, 'png') }
  }
  if (!bytes.subarray(-2048).includes('%%EOF')) throw fieldError(FIELD, 'This PDF is damaged and cannot be read.')
  return { bytes, type: 'application/pdf', name: named(name, 'pdf') }
}

/** Keeps the bytes of an uploaded paper, checked by their content; the same ones are kept once. Answers its row of `files`. */
export const keepPaper = async (files: FileStore, upload: Upload) => {
  const { bytes, type, name } = await readPaper(upload)
  return { ...(await files.put(bytes)), type, name }
}
