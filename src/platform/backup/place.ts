/** Where the data of a clinic lie on this machine. */
export interface ClinicPlace {
  dataDir: string
  backupsDir: string
  /** The database is the one that the program carries, in `dataDir`. */
  isEmbedded: boolean
}

/** Where a clinic's backups come from and go to. */
export interface BackupPlace extends Omit<ClinicPlace, 'isEmbedded'> {
  /** The database of another server, as the owner of its tables; undefined where it is the one that the program carries, in `dataDir`. */
  databaseUrl: string | undefined
}
