import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes the files and folders of a folder that nobody has written to since `limit`. A folder that is not there has none. */
export const removeFilesBefore = async (dir: string, limit: Date): Promise<void> => {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const path = join(dir, name)
    // Gone between the two steps: whoever owned it has ended in order.
    const { mtime } = await stat(path).catch(() => ({ mtime: limit }))
    if (mtime < limit) await rm(path, { recursive: true, force: true })
  }
}
