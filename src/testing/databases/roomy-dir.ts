import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const BYTES_NEEDED = 1_000_000_000

/** For what tests write: memory where there is enough of it, because cloning a database there takes milliseconds. */
export const roomyDir = () => {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize > BYTES_NEEDED) return '/dev/shm'
  } catch {
    // Not a system that has it.
  }
  return tmpdir()
}
