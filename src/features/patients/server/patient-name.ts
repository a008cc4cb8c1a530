import { sql } from 'kysely'

/** The names on file of the patient `p`; null for a person without any. */
export const namesOnFile = sql`nullif(concat_ws(' ', nullif(p.first_name, ''), nullif(p.other_names, ''), nullif(p.second_name, '')), '')`
/** The same; 'Unknown' for a person without any. */
export const patientName = sql`coalesce(${namesOnFile}, 'Unknown')`
