/** Where a clinic's backups come from and go to. */
export interface BackupPlace {
  dataDir: string
  backupsDir: string
  /** The database of another server, as the owner of its tables; undefined where it is the one that the program carries, in `dataDir`. */
  databaseUrl: string | undefined
}
