import { sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Trail } from '#platform/http/handle.ts'
import type { TrailRow } from './audit.ts'

const MINUTE = 60_000
/** How often counts go from memory to the database: so much of them a crash may lose. */
const SAVE_MS = 10_000
/** A minute is summed up when every process has had the time to save its counts of it. */
const GRACE_MS = 2 * SAVE_MS + 10_000
/** First rows of one account or network in one minute, restricted records apart: of those there are few. */
const FIRST_ROWS = 10
/** The same of all patients' accounts of one network, and how many of these are counted apart: anybody may register many. */
const PATIENTS_OF_NETWORK = 30
/** Accounts and networks that are counted apart in one minute; the rest is counted together. */
const MOST_COUNTED = 5_000
/** Calls that a summary names; the rest is added up. */
const CALLS_NAMED = 20

/** A refused request: its row of the trail, and the call that was made. */
export interface Refusal {
  trail: Trail
  /** Who is counted where no account is known. */
  network: string
  /** Of an account that anybody may register. */
  isPatient?: boolean
  call: string
  row: TrailRow
}

export interface Refusals {
  /**
   * Puts a refused request into the trail: at once the first of its kind in a minute, of an account or a stranger's network, whichever process
   * sees it; the others as one row for that account and minute, which says how many.
   */
  note(refusal: Refusal): Promise<void>
  /** Saves what is counted, and sums up the minutes that are over. */
  save(): Promise<void>
  /** Saves what is counted and stops. */
  close(): Promise<void>
}

interface Counted {
  who: string
  minute: number
  /** Kinds whose first row is in the trail. */
  kinds: Set<string>
  firstRows: number
  calls: Map<string, number>
}

const callerKey = ({ trail, network }: Refusal) => (trail.actor_id === null ? `network ${network}` : `account ${trail.actor_id}`)

const kindOf = ({ row: { entity, patient = null } }: Refusal) => (patient === null ? entity : `patient ${patient}`)

/** Writes the row unless some process has written one of its kind in this minute; false then. */
const writeFirst = async (db: Db, who: string, minute: Date, refusal: Refusal): Promise<boolean> => {
  const { trail, row } = refusal
  const { rows } = await sql<{ is_first: boolean }>`
    with claimed as (
      insert into refused_requests (who, minute, kind) values (${who}, ${minute}, ${kindOf(refusal)}) on conflict do nothing returning who
    ),
    written as (
      insert into audit_log (at, actor_id, action, entity, entity_id, patient_id, request_id, ip, change)
      select ${trail.at}::timestamptz, ${trail.actor_id}::integer, ${row.action}, ${row.entity}, ${row.id}::bigint, ${row.patient ?? null}::integer,
        ${trail.request_id}, ${trail.ip}, ${row.change === undefined ? null : JSON.stringify(row.change)}::jsonb from claimed
    )
    select exists (select from claimed) as is_first`.execute(db)
  return rows[0]?.is_first ?? false
}

const saveCounts = async (db: Db, counts: readonly { who: string; minute: Date; call: string; refused: number }[]) => {
  await sql`
    insert into refused_requests (who, minute, kind, call, refused)
    select who, minute, '', call, refused from json_to_recordset(${JSON.stringify(counts)}::json)
      x (who text, minute timestamptz, call text, refused integer)
    order by who, minute, call
    on conflict (who, minute, kind, call) do update set refused = refused_requests.refused + excluded.refused`.execute(db)
}

/** One row for each account, or network, and minute; whichever process takes the counts away writes it. */
const sumUp = async (db: Db, now: Date) => {
  await sql`
    with over as (
      delete from refused_requests where minute <= ${new Date(now.getTime() - MINUTE - GRACE_MS)} returning who, minute, kind, call, refused
    ),
    ranked as (
      select who, minute, call, sum(refused) as refused, row_number() over (partition by who, minute order by sum(refused) desc, call) as place
      from over where kind = '' group by who, minute, call
    )
    insert into audit_log (at, actor_id, action, entity, entity_id, patient_id, request_id, ip, change)
    select ${now}::timestamptz, case when who like 'account %' then substr(who, 9)::integer end, 'denied', 'refused requests', null, null,
      'summary ' || to_char(minute at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"'), case when who like 'network %' then substr(who, 9) end,
      jsonb_build_object('count', sum(refused), 'minute', to_char(minute at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'calls', jsonb_object_agg(call, refused) filter (where place <= ${CALLS_NAMED}),
        'other_calls', coalesce(sum(refused) filter (where place > ${CALLS_NAMED}), 0))
    from ranked group by who, minute order by minute, who`.execute(db)
}

/** What is refused, in the trail without filling it. */
export const openRefusals = (db: Db, clock: Clock, onError: (error: unknown) => void): Refusals => {
  const counted = new Map<string, Counted>()
  let saving: Promise<void> = Promise.resolve()

  const entryOf = (who: string, minute: number): Counted => {
    const key = `${who} ${minute}`
    const known = counted.get(key)
    if (known) return known
    if (counted.size >= MOST_COUNTED && who !== 'others') return entryOf('others', minute)
    const made = { who, minute, kinds: new Set<string>(), firstRows: 0, calls: new Map<string, number>() }
    counted.set(key, made)
    return made
  }

  /** Patients' accounts of a network in a minute: those that are counted apart, and their first rows. */
  const networks = new Map<string, { minute: number; accounts: Set<string>; firstRows: number }>()
  const networkOf = (network: string, minute: number) => {
    const key = `${network} ${minute}`
    const known = networks.get(key) ?? { minute, accounts: new Set<string>(), firstRows: 0 }
    networks.set(key, known)
    return known
  }
  /** Whom a refusal is counted for; an account of one network too many counts for the network. */
  const countedFor = (refusal: Refusal, minute: number): Counted => {
    const who = callerKey(refusal)
    if (!refusal.isPatient) return entryOf(who, minute)
    const { accounts } = networkOf(refusal.network, minute)
    if (!accounts.has(who) && accounts.size >= PATIENTS_OF_NETWORK) return entryOf(`network ${refusal.network}`, minute)
    accounts.add(who)
    return entryOf(who, minute)
  }

  const count = ({ calls }: Counted, call: string) => void calls.set(call, (calls.get(call) ?? 0) + 1)

  const saveNow = async () => {
    const now = clock()
    const counts: { who: string; minute: Date; call: string; refused: number }[] = []
    const taken: [Counted, Map<string, number>][] = []
    for (const [key, entry] of counted) {
      if (entry.calls.size > 0) {
        const { who, calls } = entry
        for (const [call, refused] of calls) counts.push({ who, minute: new Date(entry.minute), call, refused })
        taken.push([entry, calls])
        entry.calls = new Map()
      }
      if (entry.minute + MINUTE <= now.getTime()) counted.delete(key)
    }
    for (const [key, { minute }] of networks) if (minute + MINUTE <= now.getTime()) networks.delete(key)
    try {
      if (counts.length > 0) await saveCounts(db, counts)
    } catch (error) {
      // Kept for the next time.
      for (const [{ who, minute }, calls] of taken) {
        const entry = entryOf(who, minute)
        for (const [call, refused] of calls) entry.calls.set(call, (entry.calls.get(call) ?? 0) + refused)
      }
      throw error
    }
    await sumUp(db, now)
  }

  const save = () => (saving = saving.catch(() => {}).then(saveNow))
  const timer = setInterval(() => void save().catch(onError), SAVE_MS)
  timer.unref()

  return {
    note: async (refusal) => {
      const minute = Math.floor(refusal.trail.at.getTime() / MINUTE) * MINUTE
      const entry = countedFor(refusal, minute)
      const kind = kindOf(refusal)
      const isOfPatient = refusal.row.patient != null
      const network = refusal.isPatient ? networkOf(refusal.network, minute) : null
      const isOneTooMany = network !== null && (entry.who !== callerKey(refusal) || network.firstRows >= PATIENTS_OF_NETWORK)
      if (entry.who === 'others' || isOneTooMany || entry.kinds.has(kind) || (!isOfPatient && entry.firstRows >= FIRST_ROWS)) {
        count(entry, refusal.call)
        return
      }
      const claim = (one: 1 | -1) => {
        if (!isOfPatient) entry.firstRows += one
        if (network) network.firstRows += one
      }
      entry.kinds.add(kind)
      claim(1)
      try {
        if (!(await writeFirst(db, entry.who, new Date(minute), refusal))) count(entry, refusal.call)
      } catch (error) {
        entry.kinds.delete(kind)
        claim(-1)
        throw error
      }
    },
    save,
    close: async () => {
      clearInterval(timer)
      await save().catch(onError)
    },
  }
}
