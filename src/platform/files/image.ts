import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pictureTypeOf } from '#platform/documents/signatures.ts'
import { diskFull, fieldError } from '#platform/errors/problem.ts'
import { FileProblem } from '#platform/sandbox/inside.ts'
import { runInSandbox } from '#platform/sandbox/run.ts'
import { realFolderOf } from '#platform/sandbox/sandbox.ts'
import { otherThanImage, pictureProcess } from './picture-limits.ts'
import type { PictureTask } from './picture-process.ts'

export interface ImageRule {
  /** The field that the messages name. */
  field: string
  /** Media types that are taken, by content. */
  types: readonly string[]
  /** The longest side of the result, in pixels. */
  maxSide: number
}

const DAMAGED_IMAGE = 'This image is damaged and cannot be read.'
const SLOW_IMAGE = 'This image takes too long to read.'
const LARGE_IMAGE = 'This image is too complex to read (not enough memory).'

const script = join(import.meta.dirname, 'picture-process.ts')

/** Why the work with an image ended early. The image itself is blamed where neither our own processes nor the disk stopped the work. */
export const imageProblem = (error: unknown, field: string): Error => {
  if (error instanceof FileProblem) return fieldError(field, error.message)
  if (!(error instanceof Error) || 'code' in error) return error as Error
  return error.message.includes('No space left on device') ? diskFull() : fieldError(field, DAMAGED_IMAGE)
}

/**
 * Draws the picture at `task.path` anew into the file beside it that `task.draft` names, in a process of its own with limits of time and
 * memory. Answers how many pages it has.
 * @throws Problem a field error for a file that is damaged or beyond a limit; what was begun is removed.
 */
export const drawPicture = async (task: PictureTask, field: string): Promise<number> => {
  const folder = realFolderOf(task.path)
  const rule = { ...pictureProcess, read: [folder], write: folder, tooLong: SLOW_IMAGE, tooMuchMemory: LARGE_IMAGE }
  try {
    return (await runInSandbox<PictureTask, { pages: number }>(script, task, rule)).pages
  } catch (error) {
    await rm(task.draft, { force: true })
    throw imageProblem(error, field)
  }
}

const HEAD_BYTES = 16

const beginsAs = async (path: string) => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return pictureTypeOf(buffer.subarray(0, bytesRead).toString('latin1'))
  } finally {
    await file.close()
  }
}

/**
 * Writes the image at `path` as a new PNG beside it: nothing of the file but its pixels remains, no position, no name, no bytes behind the
 * picture. Answers where it lies; whoever asked removes it.
 * @throws Problem a field error for anything that is not a whole image of the types allowed.
 */
export const reencodeImage = async (path: string, { field, types, maxSide }: ImageRule): Promise<string> => {
  const type = await beginsAs(path)
  // What begins as something else is refused without a process of its own.
  if (type === null || !types.includes(type)) throw fieldError(field, otherThanImage(types))
  const draft = `${path}.drawn`
  await drawPicture({ kind: 'small', path, draft, types: [...types], maxSide }, field)
  return draft
}
