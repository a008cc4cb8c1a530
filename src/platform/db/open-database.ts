import type { Config } from '../config.ts'
import { requireDataAccess } from '../folder-access.ts'
import { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { loginsOf } from './logins.ts'

/** The database of this configuration: that of another server, or the one in the data directory, which is started or, with `join`, shared. */
export const openDatabase = async (
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  options: Omit<EmbeddedOptions, 'dataDir'> = {},
): Promise<Pick<Embedded, 'ownerUrl' | 'logins' | 'stop'>> => {
  if (databaseUrl === undefined) return startEmbedded({ dataDir, ...options })
  requireDataAccess(dataDir)
  return { ownerUrl: databaseUrl, logins: loginsOf(dataDir, databaseUrl), stop: async () => {} }
}
