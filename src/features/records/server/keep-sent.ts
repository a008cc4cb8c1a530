import type { Upload } from '#shared/endpoint.ts'
import { cleanName } from '#platform/documents/name.ts'
import { keepDocument } from '#platform/documents/take.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { FileStore } from '#platform/files/store.ts'

export interface KeptDocument {
  sha256: string
  size: number
  type: string
  name: string
  /** What a record of it is called where nobody says; null for what has no name of its own. */
  title: string | null
}

const withoutEnding = (name: string) => name.replace(/\.[^.]{1,8}$/, '').trim() || null

/**
 * Keeps the file that was sent, checked by its content, or the text that somebody typed, as a text file; null for neither. A field error
 * for what is not taken.
 */
export const keepSent = async (
  files: FileStore,
  { title, text }: { title?: string | undefined; text?: string | undefined },
  upload: Upload | undefined,
): Promise<KeptDocument | null> => {
  if (upload && text !== undefined) throw fieldError('text', 'Send either a file or a text.')
  if (upload) {
    const kept = await keepDocument(files, upload, 'file')
    return { ...kept, title: withoutEnding(kept.name) }
  }
  if (text === undefined) return null
  const kept = await files.put(Buffer.from(text.toWellFormed()))
  return { ...kept, type: 'text/plain', name: cleanName(`${title ?? 'text'}.txt`, 'text/plain'), title: null }
}
