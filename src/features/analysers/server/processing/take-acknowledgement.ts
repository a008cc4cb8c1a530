import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Acknowledgement } from '../protocol.ts'
import { kept } from '../kept-text.ts'

const accepted = new Set(['AA', 'CA'])

/** Takes an instrument's word on an order of ours: the jobs in that message are accepted, or given up with what it said. */
export const takeAcknowledgement = async (db: Db, equipment: number, said: Acknowledgement | null, now: Date): Promise<void> => {
  if (!said?.of) return
  const isAccepted = accepted.has(said.code)
  const problem = isAccepted ? '' : kept(`${said.code} ${said.text}`.trim(), 500)
  await sql`
    update lab_equipment_jobs j set state = ${isAccepted ? 'accepted' : 'failed'}, problem = ${problem}, done_at = ${now}
    from lab_messages m
    where m.id = j.message_id and j.equipment_id = ${equipment} and j.state = 'sent' and m.direction = 'out' and m.control_id = ${said.of}`.execute(
    db,
  )
}
