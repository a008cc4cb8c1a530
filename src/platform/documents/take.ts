import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Upload } from '#shared/endpoint.ts'
import { invalidInput } from '#platform/errors/problem.ts'
import type { FileStore } from '#platform/files/store.ts'
import { documentTypes, lookAt, type DocumentType } from './kind.ts'
import { cleanName } from './name.ts'
import { readText, detectTextEncoding } from './text-encoding.ts'
import { drawPicture } from '#platform/files/image.ts'

type PictureType = Extract<DocumentType, `image/${string}`>

/**
 * Writes the picture at `path` anew, as the same type and upright: nothing but its pixels remains, no place, no camera, no bytes behind
 * it. Pages of a TIFF stay pages. Answers their number.
 * @throws Problem a field error when it is damaged or beyond a limit of `pictureLimits`; all pages are measured before one is unpacked.
 */
const redrawPicture = async (path: string, type: PictureType, field: string): Promise<number> => {
  const draft = `${path}.drawn`
  const pages = await drawPicture({ kind: 'whole', path, draft, type }, field)
  await rename(draft, path)
  return pages
}

export interface TakenDocument {
  type: DocumentType
  /** That of the upload: what lies there is now safe to keep. */
  path: string
  /** To be shown, never to find a file by. */
  name: string
  /** Of a picture; a PDF tells only when it is read, a text has none. */
  pages: number | null
}

const words: Readonly<Record<DocumentType, string>> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/tiff': 'TIFF',
  'image/webp': 'WebP',
  'text/plain': 'text',
}

/** 'Choose a PDF, PNG or JPEG file.' */
const choose = (types: readonly DocumentType[]) => {
  const names = types.map((type) => words[type])
  const all = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ')
  return `Choose a ${all} file.`
}

/** Texts of older programs become UTF-8, without a mark; one that is UTF-8 stays byte for byte. Answers whether it was written anew. */
const rewriteText = async (path: string) => {
  const head = (await createReadStream(path, { end: 2 }).toArray())[0] as Buffer
  const encoding = (await detectTextEncoding(path, head)) ?? 'utf-8'
  if (encoding === 'utf-8' && head[0] !== 0xef) return
  const draft = `${path}.drawn`
  try {
    await pipeline(readText(path, encoding), createWriteStream(draft, { flags: 'wx', mode: 0o600 }))
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

const isPicture = (type: DocumentType) => type !== 'application/pdf' && type !== 'text/plain'

/**
 * Looks at an uploaded file by its bytes and makes it safe to keep, where it lies: pictures are drawn anew, texts become UTF-8, PDFs
 * stay as they are and nothing in them is ever run. A field error with the reason for everything else. Only a small part of a
 * PDF or a text is in memory at any time.
 */
export const takeDocument = async (
  { path, name }: Upload,
  field: string,
  types: readonly DocumentType[] = documentTypes,
): Promise<TakenDocument> => {
  const { type, message } = await lookAt(path)
  if (!type || !types.includes(type)) throw invalidInput({ [field]: message.includes('damaged') ? [message] : [message, choose(types)] })
  const pages = isPicture(type) ? await redrawPicture(path, type, field) : null
  if (type === 'text/plain') await rewriteText(path)
  return { type, path, name: cleanName(name, type), pages }
}

/** Takes a document and keeps it. Answers what its row of `files` holds. */
export const keepDocument = async (files: FileStore, upload: Upload, field: string, types: readonly DocumentType[] = documentTypes) => {
  const { type, name, path } = await takeDocument(upload, field, types)
  return { ...(await files.putFile(path)), type, name }
}
