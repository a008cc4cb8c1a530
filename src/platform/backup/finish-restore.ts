import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BackupError } from './backup-error.ts'

const PLAN = 'restore-under-way.json'
const parts = ['postgres', 'files', 'secrets']

/** Folders of the data directory: where the restored parts lie, and where those go that they take the place of. */
export interface Plan {
  from: string
  kept_as: string
}

/** A folder's names through to the disk. */
export const settle = (folder: string) => {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** From here on the restore is what counts: whatever interrupts it, `finishRestore` ends it. */
export const decideRestore = (dataDir: string, plan: Plan): void => {
  const draft = join(dataDir, `${PLAN}.new`)
  writeFileSync(draft, JSON.stringify(plan), { flush: true })
  settle(join(dataDir, plan.from))
  renameSync(draft, join(dataDir, PLAN))
  settle(dataDir)
}

/**
 * Brings a restore that was decided to its end by renaming, from wherever it was interrupted; to be called before anything of the data is
 * used. Answers the folder in which the old state is kept, undefined when there was nothing to do.
 */
export const finishRestore = (dataDir: string): string | undefined => {
  const path = join(dataDir, PLAN)
  if (!existsSync(path)) return undefined
  const { from, kept_as } = JSON.parse(readFileSync(path, 'utf8')) as Plan
  mkdirSync(join(dataDir, kept_as), { recursive: true, mode: 0o711 })
  for (const part of parts) {
    const [restored, current, old] = [join(dataDir, from, part), join(dataDir, part), join(dataDir, kept_as, part)]
    if (!existsSync(restored)) continue
    if (existsSync(current)) {
      if (existsSync(old))
        throw new BackupError('The restore cannot be completed: both {old} and {current} exist. Move one of them away.', {
          old,
          current,
        })
      renameSync(current, old)
    }
    renameSync(restored, current)
  }
  settle(join(dataDir, kept_as))
  settle(dataDir)
  rmSync(path)
  rmSync(join(dataDir, from), { recursive: true, force: true })
  return kept_as
}
