import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import { OutgoingFault } from '#platform/outgoing/destination.ts'
import { openSocket } from '#platform/outgoing/open-socket.ts'
import { faultWords } from '../line/fault-labels.ts'
import { findInstrumentAddresses } from '../line/instruments.ts'
import { isLineUp } from '../line/line-lock.ts'
import { getEquipment } from './equipment.ts'

const PATIENCE_MS = 5_000

/**
 * Opens a connection to the port of an instrument that we call and closes it, without a word. Where the instrument calls us, says whether the process
 * that speaks with instruments listens for it: nothing is connected to, because the port is typed, and what else listens on this machine is
 * nobody's business. 409 when it is not on the line.
 */
export const tryLine = async (db: Db, id: number) => {
  const { connection, ip_address, port, is_active, last_error } = await getEquipment(db, id)
  if (connection === 'none' || port === null) throw conflict('This analyser has no connection.')
  const begun = performance.now()
  const outcome = (is_reached: boolean, answer: string) => ({ is_reached, answer, took_ms: Math.round(performance.now() - begun) })
  if (connection === 'listen') {
    const isHeard = is_active && last_error === null && (await isLineUp(db))
    return outcome(isHeard, isHeard ? '' : (last_error ?? 'The server is not listening on this port.'))
  }
  try {
    const alsoAllowed = await findInstrumentAddresses(db)
    const socket = await openSocket({ host: ip_address ?? '', port }, { alsoAllowed, timeoutMs: PATIENCE_MS })
    socket.destroy()
    return outcome(true, '')
  } catch (error) {
    if (!(error instanceof OutgoingFault)) throw error
    return outcome(false, faultWords(error))
  }
}
