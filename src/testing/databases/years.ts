import { inject } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'

const YEARS = 't_years'
const HALF = `${YEARS}_begun`
/** Of the lock that lets one worker fill it while the others wait. */
const FILLING = 20_240_301

/** Forty doctors, 4,000 patients, and from March 2024 on a visit every 52 minutes: 20,000 that are over, one after the other of each patient. */
const SEED = `
  insert into users (email, first_name, last_name, role)
    select n || '@clinic.example', 'Amina', 'Yusuf', 'doctor' from generate_series(1, 40) n order by n;
  insert into patients (unique_id, first_name, second_name, gender)
    select 'G-' || n, 'Achieng', 'Ouma ' || n, 'female' from generate_series(1, 4000) n order by n;
  insert into visits (track_number, patient_id, reason, track, track_since, created_at, closed_at)
    select 'G-' || n, n % 4000 + 1, 'Fever', 'complete', t, t, t
    from generate_series(1, 20000) n, lateral (select timestamptz '2024-03-01' + n * interval '52 minutes') as x (t) order by n;
  analyze users, patients, visits`

const addressOf = (name: string) => Object.assign(new URL(inject('templateUrl')), { pathname: `/${name}` }).href

/** The name of the database of a clinic after years. The first file of a run that wants it fills it; others wait for that, and clone it. */
export const yearsTemplate = async (): Promise<string> => {
  const template = new URL(inject('templateUrl')).pathname.slice(1)
  await asOwner(addressOf('postgres'), async (client) => {
    await client.query('select pg_advisory_lock($1)', [FILLING])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [YEARS])
    if (rowCount) return
    await client.query(`drop database if exists ${HALF}`)
    await client.query(`create database ${HALF} template ${template} strategy file_copy`)
    await asOwner(addressOf(HALF), (filling) => filling.query(SEED))
    await client.query(`alter database ${HALF} rename to ${YEARS}`)
  })
  return YEARS
}
