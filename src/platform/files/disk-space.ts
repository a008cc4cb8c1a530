import { statfs } from 'node:fs/promises'

const KEPT_FREE = 1e9
const SHARE_KEPT_FREE = 0.05

/** How many bytes may be written on the disk of `dir`: 1 GB, or 5 % of a small disk, stays free for the clinic, which goes on working. */
export const freeSpaceIn = async (dir: string): Promise<number> => {
  const { bavail, blocks, bsize } = await statfs(dir)
  return bavail * bsize - Math.min(KEPT_FREE, blocks * bsize * SHARE_KEPT_FREE)
}
