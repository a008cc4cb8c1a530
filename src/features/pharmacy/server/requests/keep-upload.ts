import { readFile } from 'node:fs/promises'
import type { Upload } from '#shared/endpoint.ts'
import { fieldError } from '#platform/errors/problem.ts'
import { reencodeImage } from '#platform/files/image.ts'
import type { FileStore } from '#platform/files/store.ts'

const FIELD = 'public_prescription'
const MAX_SIDE = 3000

const isPdf = (bytes: Buffer) => bytes.subarray(0, 1024).includes('%PDF-') && bytes.subarray(-2048).includes('%%EOF')

const beginsAsPdf = (bytes: Buffer) => bytes.subarray(0, 1024).includes('%PDF-')

/** The file as it is kept: a whole PDF as it came, a picture as its pixels alone. A field error for anything else. */
const readUpload = async ({ path, name }: Upload) => {
  const bytes = await readFile(path)
  if (isPdf(bytes)) return { bytes, type: 'application/pdf', name: `${name.replace(/\.[^.]*$/, '') || 'prescription'}.pdf` }
  if (beginsAsPdf(bytes)) throw fieldError(FIELD, 'This PDF is damaged and cannot be read.')
  const picture = await reencodeImage(path, { field: FIELD, types: ['image/png', 'image/jpeg'], maxSide: MAX_SIDE })
  return { bytes: picture, type: 'image/png', name: `${name.replace(/\.[^.]*$/, '') || 'prescription'}.png` }
}

/** Keeps the bytes of an uploaded prescription, checked by their content; the same ones are kept once. Answers its row of `files`. */
export const keepUpload = async (files: FileStore, upload: Upload) => {
  const { bytes, type, name } = await readUpload(upload)
  return { ...(await files.put(bytes)), type, name }
}
