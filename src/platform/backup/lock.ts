/** The advisory lock of the clinic's database that a backup holds: there is one at a time, and no row that it counted goes away meanwhile. */
export const BACKUP_LOCK = 418_290_559
