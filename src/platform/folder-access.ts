import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { ConfigurationError } from './config.ts'

const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? '')
  }
}

const nameOfUser = (uid: number): string => {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((text) => text.split(':'))
      .find((fields) => Number(fields[2]) === uid)
    return line?.[0] ?? `the user ${uid}`
  } catch {
    return `the user ${uid}`
  }
}

const statOf = (path: string): Stats | undefined => {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

const ancestors = (path: string): string[] => (dirname(path) === path ? [path] : [...ancestors(dirname(path)), path])

const may = (path: string, mode: number) => {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

/** The folder above `path` that lets this user not pass; else the nearest that is there, `path` itself included. */
const obstacle = (path: string): string => {
  const above = ancestors(dirname(path))
  const closed = above.find((folder) => existsSync(folder) && !may(folder, constants.X_OK))
  return closed ?? [...above, path].findLast((one) => existsSync(one)) ?? path
}

const permissionReason = (path: string, what: 'read' | 'written', root: string): string => {
  const user = userName()
  const at = obstacle(path)
  const found = statOf(at)
  const begun = `cannot be ${what} by the user ${user}`
  if (!found || process.platform === 'win32') return `${begun}: give that user the right to read and write ${root}`
  const named = at === path ? 'it' : at
  if (found.uid === process.getuid?.())
    return `${begun}: ${named} belongs to that user, but its permissions are ${(found.mode & 0o7777).toString(8).padStart(4, '0')}. Run: chmod -R u+rwX ${at}`
  const owner = nameOfUser(found.uid)
  const isAbove = at !== path && path.startsWith(root) && !at.startsWith(root)
  return isAbove && found.isDirectory() && !existsSync(path) && !may(at, constants.X_OK)
    ? `${begun}; ${named} belongs to ${owner} and is closed to others. Run as root: chmod o+x ${at}`
    : `${begun}; ${named} belongs to ${owner}. Run as root: chown -R ${user} ${at.startsWith(root) ? root : at}`
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''

/** What is wrong with `path`, below the folder `root`, and what to do about it, to follow its name in a sentence. */
export const accessReason = (error: unknown, path: string, what: 'read' | 'written', root: string): string => {
  const code = codeOf(error)
  if (code === 'EACCES' || code === 'EPERM') return permissionReason(path, what, root)
  if (code === 'EROFS') return `cannot be written: its disk is mounted for reading only. Mount it for writing, or name another folder`
  if (code === 'ENOSPC' || code === 'EDQUOT') return `cannot be written: its disk is full. Make room on it, or name another folder`
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    const file = ancestors(path).find((one) => statOf(one)?.isDirectory() === false)
    return `cannot be used: ${file ?? path} is a file, not a folder`
  }
  return `cannot be ${what}: ${(error as Error).message}`
}

/** The same as a ConfigurationError, behind what people call the thing. */
export const accessError = (label: string, error: unknown, path: string, what: 'read' | 'written', root: string) =>
  new ConfigurationError(`${label} ${path} ${accessReason(error, path, what, root)}.`)

const requireFolder = (label: string, path: string, root: string) => {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw accessError(label, error, path, 'written', root)
  }
  if (!statSync(path).isDirectory()) throw new ConfigurationError(`${label} ${path} is a file, not a folder.`)
}

const requireFiles = (folder: string, root: string) => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    try {
      accessSync(path, constants.R_OK)
    } catch (error) {
      // Replaced by another process just now.
      if (codeOf(error) !== 'ENOENT') throw accessError('The key', error, path, 'read', root)
    }
  }
}

/**
 * Makes the data directory where it is missing, and throws a ConfigurationError with path, user, owner and the command that helps where this user
 * cannot work with what is in it.
 */
export const requireDataAccess = (dataDir: string): void => {
  try {
    mkdirSync(dataDir, { recursive: true })
  } catch (error) {
    throw accessError('The data directory', error, dataDir, 'written', dataDir)
  }
  requireFolder('The data directory', dataDir, dataDir)
  for (const name of ['secrets', 'files', 'uploads', 'exports', 'logs', 'postgres'])
    if (existsSync(join(dataDir, name))) requireFolder('The folder', join(dataDir, name), dataDir)
  if (existsSync(join(dataDir, 'secrets'))) requireFiles(join(dataDir, 'secrets'), dataDir)
  const database = join(dataDir, 'postgres')
  const found = statOf(database)
  // PostgreSQL works on no folder of another account, whatever its permissions.
  if (found && process.getuid && process.getuid() !== 0 && found.uid !== process.getuid())
    throw new ConfigurationError(
      `The folder ${database} cannot be used by the user ${userName()}; it belongs to ${nameOfUser(found.uid)}. Run as root: chown -R ${userName()} ${dataDir}.`,
    )
}

/** Why backups cannot be written, as a sentence; undefined where they can. A clinic without backups still opens. */
export const backupObstacle = (backupsDir: string): string | undefined => {
  const nearest = ancestors(backupsDir).findLast((one) => existsSync(one)) ?? backupsDir
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK)
  } catch (error) {
    return `The folder for backups ${backupsDir} ${accessReason(error, backupsDir, 'written', backupsDir)}.`
  }
  return statOf(nearest)?.isDirectory()
    ? undefined
    : `The folder for backups ${backupsDir} cannot be used: ${nearest} is a file, not a folder.`
}

/** Whose the data are, where root starts the program on another user's; undefined where that is nobody else. */
export const foreignOwner = (dataDir: string): string | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const uid = statOf(dataDir)?.uid ?? 0
  return uid === 0 ? undefined : nameOfUser(uid)
}
