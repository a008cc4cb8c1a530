/** Where a clinic's backups come from and go to. */
export interface BackupPlace {
  dataDir: string
  backupsDir: string
  /** The database is the one that the program carries; of another server's no backup is made here. */
  isEmbedded: boolean
}
